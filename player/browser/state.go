package browser

import (
	"context"
	"os"
	"path/filepath"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
)

// Kind is what a file browser selects.
type Kind uint8

const (
	Videos   Kind = iota
	Settings      // a settings file
	Folder        // a folder
	Second        // a video to compare with the playing one
)

// Previews reports whether the browser shows a poster of the selected file.
func (k Kind) Previews() bool { return k == Videos || k == Second }

// Reply is what came of something that the user asked the file browser for.
type Reply struct {
	Text string // empty for none
	Done bool   // it is done, not refused
}

// State is what an open file browser shows. The page itself has the selection and the filter. One
// goroutine owns the state.
type State struct {
	Kind    Kind
	Desktop bool // the desktop's own dialog is available
	Path    string
	Typed   Typed    // the typed path whose folder is Path; zero if the user came there otherwise
	Listing *Listing // of Path; nil while it is being read
	Places  []Place
	Poster  *survey.Poster // of the selected file; nil while it is being made
	Refused string         // path of the last file that could not be played; empty for none

	reader *Reader // nil while the browser is closed
	post   func(func())
}

// Source is where a state comes from.
type Source struct {
	Takes   func(name string) bool     // which files to list
	Desktop func(context.Context) bool // whether the desktop has a dialog; may block
	Post    func(func())               // makes the state's goroutine call a function
}

// Open opens the browser in a folder. Until the browser closes, listings, places and Desktop change
// by posted functions.
func (s *State) Open(ctx context.Context, folder string, kind Kind, from Source) {
	s.Close()
	*s = State{Kind: kind, Desktop: s.Desktop, post: from.Post}
	s.reader = NewReader(ctx, from.Takes, func(l *Listing) {
		from.Post(func() {
			if s.reader != nil && s.reader.Current(l) {
				s.Listing = l
			}
		})
	})
	go func() { // both may block
		places := ThisSystem().Places()
		from.Post(func() { s.Places = places })
		desktop := from.Desktop(ctx)
		from.Post(func() { s.Desktop = desktop })
	}()
	s.Show(folder)
}

// Show reads another folder.
func (s *State) Show(folder string) {
	s.Path, s.Typed, s.Listing = filepath.Clean(folder), Typed{}, nil
	if s.reader != nil {
		s.reader.Read(s.Path)
	}
}

// Type shows the folder of a typed path, unless it is shown, and looks what is at the path. Typed changes by a posted function.
func (s *State) Type(path string) {
	if s.reader == nil || path == s.Typed.Path {
		return
	}
	if folder, _ := filepath.Split(path); filepath.Clean(folder) != s.Path {
		s.Show(folder)
	}
	s.Typed = Typed{Path: path}
	reader, post := s.reader, s.post
	go func() { // it may block
		t := Typed{Path: path, Looked: true}
		info, err := os.Stat(path)
		if t.Err = err; err == nil {
			t.Folder = info.IsDir()
		}
		post(func() {
			if s.reader == reader && s.Typed.Path == path {
				s.Typed = t
			}
		})
	}()
}

// Close stops reading.
func (s *State) Close() {
	if s.reader != nil {
		s.reader.Stop()
		s.reader = nil
	}
}

// FirstFolder returns the folder of the playing video. If that has none, it returns the folder of
// the last video that exists, or else the system's. isVideo tells videos by their names.
func FirstFolder(playing string, recent []Video, system System, isVideo func(name string) bool) string {
	if playing != "" && !decode.IsURL(playing) {
		if path, err := filepath.Abs(playing); err == nil {
			return filepath.Dir(path)
		}
	}
	for _, v := range recent {
		if !v.Bad {
			return filepath.Dir(v.Path)
		}
	}
	return system.First(isVideo)
}
