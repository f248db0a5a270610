// Package invocation writes the command line that exports or renders what the player shows.
//
// Input is the player's settings, what to write, and the commands' flags as the command line's parser knows them
// ([Commands]); output is a line for a POSIX shell. The flags' names and values come from the table of package
// session. No goroutines.
package invocation

import (
	"errors"
	"strconv"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
)

// Flags are a command's flags, each with its default; empty for those without.
type Flags map[string]string

// Commands are the flags of the commands by their names.
type Commands map[string]Flags

// Job is what a command has to do.
type Job struct {
	Command  string   // export, render or sheet
	Access   []string // flags that allow the input to be opened, as they were given
	File     string   // empty for the embedded sample, and if Access names a device
	Stream   int      // or decode.Best
	Settings *session.Settings
	Cube     int    // length of the windows whose cubes are written; 0 for quads
	Template string // how --template names the template of the settings
	From, To string // positions; empty for the beginning and the end
	Every    int
	// Of exports.
	Format      quadfile.Format
	Compression streams.Compression
	Summary     bool

	Out string
}

// Line returns the command. It has the flags whose values are not the command's defaults, and
// always the threshold. The error says what no command can do.
func (c Commands) Line(j Job) (string, error) {
	s := *j.Settings
	if s.EachFrame && s.Bounds.Classes() > 0 {
		return "", errors.New("a command has no threshold for each frame with classes")
	}
	if s.Params = s.Params.Applied(); s.Params.Check() != nil {
		return "", s.Params.Check()
	}
	w := words{"ffkvadrat", j.Command}
	w = append(w, j.Access...)
	if j.File != "" {
		w = append(w, named(j.File))
	}
	if j.Stream >= 0 {
		w.flag("stream", strconv.Itoa(j.Stream))
	}
	if j.From != "" {
		w.flag("from", j.From)
	}
	if j.To != "" {
		w.flag("to", j.To)
	}
	if j.Every > 1 {
		w.flag("every", strconv.Itoa(j.Every))
	}
	usual := session.Default()
	for i := range session.Table() {
		r := &session.Table()[i]
		standard, takes := c[j.Command][r.Flag]
		value := r.Argument(&s)
		switch {
		case r.Flag == "" || !takes || !r.Applies(&s) || !j.means(r.Flag, &s):
		case r.Flag == "threshold":
			w.threshold(&s)
		case r.Flag == "cube":
			if j.Cube != 0 {
				w.flag(r.Flag, strconv.Itoa(j.Cube))
			}
		case r.Flag == "colour":
			w.flag(r.Flag, value)
		case value == standard || standard == "" && r.Same(&s, &usual):
		case r.Truth(&s) != nil:
			w = append(w, "--"+r.Flag)
		default:
			w.flag(r.Flag, value)
		}
	}
	if s.Variant.Searches() {
		w.flag("template", j.Template)
	}
	if s.EachFrame {
		w.flag("quads", strconv.Itoa(s.Wanted))
		w = append(w, "--each")
	}
	if j.Command == "export" {
		if format, err := quadfile.FormatForName(j.Out); err != nil || format != j.Format || compressed(j.Out) != j.Compression {
			w.flag("format", j.Format.String()+j.Compression.Ending())
		}
		if j.Summary {
			w = append(w, "--summary")
		}
	}
	w = append(w, "-o", named(j.Out))
	return w.quoted(), nil
}

// means reports whether a flag has to do with what the job writes.
func (j *Job) means(flag string, s *session.Settings) bool {
	switch flag {
	case "low":
		return s.Bounds.Classes() == 0 // else it is among --classes
	case "colour-by":
		return !s.Colour.Compares() // which exports do not
	case "fill", "map-for": // of views, and of measures
		return false
	case "strength":
		return j.Command == "export" && j.Format.Has(quadfile.Maps)
	}
	return true
}

// words are the words of a command.
type words []string

func (w *words) flag(name, value string) {
	if strings.HasPrefix(value, "-") {
		*w = append(*w, "--"+name+"="+value)
		return
	}
	*w = append(*w, "--"+name, value)
}

// threshold adds the threshold, or the boundaries of all classes, of which it is the last.
func (w *words) threshold(s *session.Settings) {
	if s.Bounds.Classes() == 0 {
		w.flag("threshold", session.Shortest(s.Threshold))
		return
	}
	w.flag("classes", session.Shortest(s.Low)+","+s.Bounds.String()+","+session.Shortest(s.Threshold))
}

// named returns a file's name that is no flag.
func named(name string) string {
	if strings.HasPrefix(name, "-") {
		return "./" + name
	}
	return name
}

func compressed(name string) streams.Compression {
	_, c := streams.CutCompression(name)
	return c
}

// plain are the characters that mean nothing to a shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

// quoted writes words as a POSIX shell reads them.
func (w words) quoted() string {
	var line []string
	for _, word := range w {
		if word == "" || strings.Trim(word, plain) != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		line = append(line, word)
	}
	return strings.Join(line, " ")
}
