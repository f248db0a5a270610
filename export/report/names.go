package report

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"ffkvadrat/export"
	"ffkvadrat/export/visible"
)

// hashed is how the name ends of a result that carries the hash of its film and its settings.
var hashed = regexp.MustCompile(`\.[0-9a-f]{16}$`)

// endings are those of results, without compression.
var endings = []string{".ndjson", ".jsonl", ".json", ".csv", ".ffq"}

// filmName returns the name of the film of which a file is the result: its path without the ending, and without the
// hash before that.
func filmName(file string) string {
	name, _ := export.CutCompression(file)
	for _, ending := range endings {
		if end := len(name) - len(ending); end > 0 && strings.EqualFold(name[end:], ending) {
			name = name[:end]
			break
		}
	}
	name = hashed.ReplaceAllString(name, "")
	if path.Base(name) == "" || strings.HasSuffix(name, "/") {
		return file
	}
	return name
}

// plain is a word that a shell takes as it is.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:+,@%=-]+$`)

// quoted returns a file's name as a word for a shell. Characters that a terminal would act on while the word is
// pasted come as escapes, in the form $'…' of bash, zsh and ksh.
func quoted(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	switch {
	case plain.MatchString(name):
		return name
	case utf8.ValidString(name) && !strings.ContainsFunc(name, visible.Hidden):
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	var out strings.Builder
	out.WriteString("$'")
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == utf8.RuneError && size == 1, visible.Hidden(r):
			for _, b := range []byte(name[i : i+size]) {
				fmt.Fprintf(&out, `\%03o`, b)
			}
		case r == '\'' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		default:
			out.WriteString(name[i : i+size])
		}
		i += size
	}
	out.WriteByte('\'')
	return out.String()
}

// command returns the command that plays a film, up to where it begins; empty if no flags say its settings.
func (f *Film) command() string {
	if len(f.Settings.unsaid) != 0 {
		return ""
	}
	words := []string{"ffkvadrat", "play"}
	film := f.Path
	switch {
	case film != "":
	case f.Kind == Comparison:
		film = f.Encode
	default:
		film = f.Name
	}
	words = append(words, quoted(film))
	if f.Kind == Comparison && f.Path != "" {
		words = append(words, "--beside", quoted(f.Encode))
	}
	words = append(words, f.Settings.flags...)
	if isURL(film) || isURL(f.Encode) {
		words = append(words, "--allow-network")
	}
	return strings.Join(words, " ")
}

var network = regexp.MustCompile(`(?i)^(https?|rtsps?|tcp|udp)://`)

// isURL is [decode.IsURL], whose package has C.
func isURL(name string) bool { return network.MatchString(name) }
