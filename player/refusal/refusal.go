// Package refusal words, for a page in the window, why nothing can be played, or why the program ends.
//
// Input is the names of videos and an error; output is text. All functions are pure.
package refusal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ffkvadrat/decode"
	"ffkvadrat/decode/userinfo"
	"ffkvadrat/decode/visible"
	"ffkvadrat/decode/wording"
	"ffkvadrat/gpu"
)

// Refusal is the text of the page. The zero value is no page.
type Refusal struct {
	Title  string // what cannot be played
	Why    string // sentences
	Advice string // sentences about what to do, if there is more than opening another video
	Detail string // the error as on the command line; empty if Why says the same
	Ends   bool   // the program ends, and cannot open another video
}

// Ending describes an error that ends the program.
func Ending(err error) Refusal {
	r := Of(nil, err)
	r.Title, r.Ends = "ffkvadrat has ended", true
	if errors.Is(err, gpu.ErrUnsupported) {
		r.Title = "The player needs OpenGL 4.3"
		r.Advice = "A newer driver may have it. Mesa's software OpenGL (Debian's package libgl1-mesa-dri) would do as well, but is not there or does not work. The commands export, render and snapshot need no OpenGL."
	}
	return r
}

// Of describes the error of opening or playing videos; it names the first.
func Of(names []string, err error) Refusal {
	r := Refusal{Title: "Nothing can be played"}
	text := visible.Text(wording.Line(err))
	thing, done := "video", "played"
	if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !decode.ClaimsStill(name) }) {
		thing, done = decode.ThingNamed(names[0]), "shown"
	}
	if r.Why = strings.Replace(reason(err), "video", thing, 1); r.Why != "" {
		r.Detail = text
	} else {
		r.Why = sentence(text)
	}
	switch {
	case len(names) == 1 && errors.Is(err, decode.ErrRaw):
		r.Title = fmt.Sprintf("How is “%s” to be read?", short(names[0]))
	case len(names) == 1:
		r.Title = fmt.Sprintf("“%s” cannot be %s", short(names[0]), done)
	case len(names) > 1:
		r.Title = fmt.Sprintf("None of these %d %ss can be %s", len(names), thing, done)
		r.Why = fmt.Sprintf("The first is “%s”. %s", short(names[0]), r.Why)
	}
	return r
}

// short returns the last part of a path, or a URL without its password.
func short(name string) string {
	if name = userinfo.Remove(name); !decode.IsURL(name) {
		name = filepath.Base(name)
	}
	return visible.Text(name)
}

// reasons are sentences for errors.
var reasons = []struct {
	of   error
	says string
}{
	{decode.ErrRaw, "It is raw video, and its name does not say how to read it. Choose one of the likely layouts, or the size and the pixel format."},
	{decode.ErrNoVideo, "It has only sound: there is no picture to show."},
	{decode.ErrNoFrame, "It is a video, but nothing in it can be decoded. It may be damaged, or incomplete."},
	{decode.ErrEmpty, "It is empty. Perhaps it is still being written."},
	{decode.ErrNotVideo, "It is not a video, or its beginning or its index is missing."},
	{decode.ErrNetwork, "It is on the network, which is used only after a start with --allow-network."},
	{fs.ErrNotExist, "There is no such file. It may have been moved or renamed."},
	{gpu.ErrUnsupported, "The graphics driver does not have it, or no driver is installed."},
	{fs.ErrPermission, "You have no permission to read it."},
}

// reason returns the sentence for an error, or "".
func reason(err error) string {
	for _, r := range reasons {
		if errors.Is(err, r.of) {
			return r.says
		}
	}
	return ""
}

// sentence makes a sentence of the text of an error. A path or name at its beginning keeps its case.
func sentence(text string) string {
	if i := strings.LastIndex(text, `": `); i >= 0 { // after the name, which the title has
		text = text[i+len(`": `):]
	}
	if of, failed := strings.CutPrefix(text, "connect: "); failed {
		text = "the connection failed: " + of
	}
	text = strings.TrimSuffix(text, ".")
	if isName(text) {
		return text + "."
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + "."
}

// isName reports whether a text begins with a path or the name of a file: its first word has a separator or an extension, or
// what a colon follows has an extension as only names have it after spaces.
func isName(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ":,;.")
	if strings.ContainsAny(word, `/\.`) {
		return true
	}
	before, _, named := strings.Cut(text, ": ")
	return named && strings.ContainsAny(before, `/\`) && filepath.Ext(before) != ""
}
