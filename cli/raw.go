package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
)

// rawChoice is how one file, or each file of raw video, is read.
type rawChoice struct {
	file   string // as the user wrote it; empty for all
	layout rawvideo.Layout
}

// Decode implements kong's hook.
func (r *rawChoice) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text, _ := token.Value.(string)
	if at := strings.LastIndex(text, "="); at >= 0 {
		if r.file, text = text[:at], text[at+1:]; r.file == "" {
			return errors.New("a file's name is missing before the =")
		}
	}
	layout, err := rawvideo.Parse(text)
	if err != nil {
		return err
	}
	r.layout, err = decode.CheckRaw(layout)
	return err
}

// String returns the flag's value.
func (r rawChoice) String() string {
	if r.file == "" {
		return r.layout.String()
	}
	return r.file + "=" + r.layout.String()
}

// checkRaw returns an error if two values are for the same files.
func checkRaw(choices []rawChoice) error {
	for i, c := range choices {
		if slices.ContainsFunc(choices[:i], func(other rawChoice) bool { return other.file == c.file }) {
			if c.file == "" {
				return errors.New("--raw: one layout is for all files; --raw FILE=… says that of one file")
			}
			return fmt.Errorf("--raw: %s has two layouts", c.file)
		}
	}
	return nil
}

// layouts returns the values of --raw.
func (a access) layouts() (texts []string) {
	for _, c := range a.Raw {
		texts = append(texts, c.String())
	}
	return texts
}

// layoutOf returns the layout for a file: its own, or the one for all if its name does not claim
// another format.
func (a access) layoutOf(path string) (l rawvideo.Layout, ok bool) {
	for _, c := range a.Raw {
		switch {
		case c.file != "" && sameFile(c.file, path):
			return c.layout, true
		case c.file == "" && !decode.ClaimsContainer(path):
			l, ok = c.layout, true
		}
	}
	return l, ok
}

// sameFile reports whether two names mean the same file.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	absolute, err1 := filepath.Abs(a)
	other, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && absolute == other
}

// checkRaw returns an error if a value of --raw is for none of the command's files. Folders have files
// that are not known yet.
func (e *environment) checkRaw(parsed *kong.Context) error {
	files := filesNamed(parsed.Selected())
	if len(e.opens.Raw) == 0 || slices.ContainsFunc(files, isFolder) {
		return nil
	}
	for _, c := range e.opens.Raw {
		if slices.ContainsFunc(files, func(name string) bool { return sameFile(c.file, name) || c.file == "" && !decode.ClaimsContainer(name) }) {
			continue
		}
		switch {
		case c.file != "":
			return fmt.Errorf("--raw: the command has no file %s", c.file)
		case len(files) == 0:
			return errors.New("--raw: name a file of raw video, or - for standard input")
		}
		return fmt.Errorf("--raw: %s has the extension of another format; --raw %s=%s reads it as raw video", files[0], files[0], c.layout)
	}
	return nil
}

// filesNamed returns the files that a command's arguments and flags make it read.
func filesNamed(command *kong.Node) (names []string) {
	if command == nil {
		return nil
	}
	values := slices.Clone(command.Positional)
	for _, flag := range command.Flags {
		values = append(values, flag.Value)
	}
	for _, v := range values {
		read, _ := filesOf(v)
		names = append(names, slices.DeleteFunc(read, func(name string) bool { return name == "" })...)
	}
	return names
}

// sayGuess says how a file of raw video is read because of its name.
func (e *environment) sayGuess(path string, l rawvideo.Layout) {
	e.say("%s: raw video, read as %s because of its name", path, l)
}

// once returns a function that calls do for the first layout of each file, and whenever it changes.
func once(do func(path string, l rawvideo.Layout)) func(path string, l rawvideo.Layout) {
	var mu sync.Mutex
	known := map[string]rawvideo.Layout{}
	return func(path string, l rawvideo.Layout) {
		mu.Lock()
		defer mu.Unlock()
		if known[path] != l {
			known[path] = l
			do(path, l)
		}
	}
}

// rawExample returns a layout for advice about a file that has none.
func rawExample(err *decode.RawError) string {
	if len(err.Fits) > 0 {
		return err.Fits[0].String()
	}
	return rawvideo.Example
}
