// Package invocation composes the command line that exports or renders what the player shows.
//
// Input is the player's settings, what to write, and the flags of the commands as the parser
// defines them ([Commands]); output is a line for a POSIX shell. Names and values of flags come
// from the table of package session. There are no goroutines.
package invocation

import (
	"errors"
	"strconv"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
)

// Flags maps a command's flags to their defaults, which may be empty.
type Flags map[string]string

// Commands maps names of commands to their flags.
type Commands map[string]Flags

// Job describes what the command should do.
type Job struct {
	Command  string   // export, render, sheet or blocks
	Access   []string // flags that give access to the input, as the user wrote them
	File     string   // empty for the embedded sample, or if Access names a device
	Stream   int      // or decode.Best
	Settings *session.Settings
	Cube     int    // length of windows for cubes; 0 for quads
	Template string // value of --template for the settings' template
	From, To string // positions; empty for the start and the end
	Every    int
	// For exports:
	Format      quadfile.Format
	Compression streams.Compression
	Summary     bool
	// For render: empty means the default.
	Encoder, Quality string

	Out string
}

// Line returns the command line. It has all flags that differ from the command's defaults, and
// always the threshold. The error says what no command can do.
func (c Commands) Line(j Job) (string, error) {
	s := *j.Settings
	_, analyses := c[j.Command]["threshold"]
	s.EachFrame = s.EachFrame && analyses
	if s.EachFrame && s.Bounds.Classes() > 0 {
		return "", errors.New("a command has no threshold for each frame with classes")
	}
	if s.Params = s.Params.Applied(); analyses && s.Params.Check() != nil {
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
	if s.Variant.Searches() && analyses {
		w.flag("template", j.Template)
	}
	if s.EachFrame {
		w.flag("quads", strconv.Itoa(s.Wanted))
		w = append(w, "--each")
	}
	if j.Command == "export" {
		if format, err := quadfile.FormatForName(j.Out); err != nil || format != j.Format || compressed(j.Out) != j.Compression {
			w.flag("format", j.Format.String()+j.Compression.Extension())
		}
		if j.Summary {
			w = append(w, "--summary")
		}
	}
	if j.Encoder != "" {
		w.flag("encoder", j.Encoder)
	}
	if j.Quality != "" {
		w.flag("quality", j.Quality)
	}
	w = append(w, "-o", named(j.Out))
	return w.quoted(), nil
}

// means reports whether a flag affects the job.
func (j *Job) means(flag string, s *session.Settings) bool {
	switch flag {
	case "low":
		return s.Bounds.Classes() == 0 // otherwise --classes includes it
	case "colour-by":
		return !s.Colour.Compares() && !s.Colour.NeedsSecond() // exports do not need them
	case "fill", "map-for", "align": // only for views, measurements and a second video
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

// threshold appends the threshold, or the bounds of all classes, of which the threshold is the
// last.
func (w *words) threshold(s *session.Settings) {
	if s.Bounds.Classes() == 0 {
		w.flag("threshold", session.Shortest(s.Threshold))
		return
	}
	w.flag("classes", session.Shortest(s.Low)+","+s.Bounds.String()+","+session.Shortest(s.Threshold))
}

// named returns a file name that cannot be mistaken for a flag.
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

// plain are the characters without special meaning in a shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

// quoted joins words with the quoting of a POSIX shell.
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
