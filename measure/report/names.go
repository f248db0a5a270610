package report

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode/visible"
	"ffkvadrat/measure/align"
)

// hashed matches the end of a result's name with the hash of its video and its settings.
var hashed = regexp.MustCompile(`\.[0-9a-f]{16}$`)

// extensions are those of results, without compression.
var extensions = []string{".ndjson", ".jsonl", ".json", ".csv", ".ffq"}

// videoName returns the name of the video of a result: the file's path without the extension, and
// without the hash before it.
func videoName(file string) string {
	name, _ := streams.CutCompression(file)
	for _, extension := range extensions {
		if end := len(name) - len(extension); end > 0 && strings.EqualFold(name[end:], extension) {
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

// plain matches words that a shell does not interpret.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:+,@%=-]+$`)

// quoted quotes a file's name for a shell. Characters that a terminal would interpret when the word
// is pasted are escaped, in the form $'…' of bash, zsh and ksh.
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

// played returns the video for the player to open.
func (f *Video) played() string {
	switch {
	case f.Path != "":
		return f.Path
	case f.Kind == Comparison:
		return f.Encode
	}
	return f.Name
}

// unsaid returns why no command can play a video as it was analysed.
func (f *Video) unsaid() []string {
	if live.MatchString(f.played()) || live.MatchString(f.Encode) {
		return append(slices.Clip(f.Settings.unsaid), "a live source, which cannot be read again")
	}
	return f.Settings.unsaid
}

// command returns the command that plays a video, except for its start; empty if there is none.
func (f *Video) command() string {
	if len(f.unsaid()) != 0 {
		return ""
	}
	words := []string{"ffkvadrat", "play", quoted(f.played())}
	if f.Kind == Comparison && f.Path != "" {
		words = append(words, "--beside", quoted(f.Encode))
		if f.align != (align.Rule{}) {
			words = append(words, "--align="+f.align.String())
		}
	}
	if f.stream != nil {
		words = append(words, "--stream", strconv.Itoa(*f.stream))
	}
	words = append(words, f.Settings.flags...)
	if web.MatchString(f.played()) || web.MatchString(f.Encode) {
		words = append(words, "--allow-network")
	}
	return strings.Join(words, " ")
}

// The same patterns as in package decode, which cannot be imported because it uses cgo: URLs of
// files, live URLs and devices.
var (
	web  = regexp.MustCompile(`(?i)^https?://`)
	live = regexp.MustCompile(`(?i)^((rtsps?|tcp|udp)://|(x11grab|v4l2):)`)
)
