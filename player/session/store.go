package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ffkvadrat/atomicfile/statefile"
)

// Store is a folder with what a user's players remember. Any number of goroutines and processes may
// use it.
type Store struct {
	folder string
	// patience is how long a change waits for the lock, many times as long as a change takes.
	patience time.Duration
}

// NewStore returns the store in a folder. The first write creates the folder.
func NewStore(folder string) *Store { return &Store{folder, 2 * time.Second} }

// Session is the state of a player when it ends.
type Session struct {
	Settings Settings
	Window   Window
}

// Folders returns the folders in which the store has files.
func (s *Store) Folders() []string {
	return []string{s.folder, s.path(marksFolder), s.path(tuningFolder), s.path(layoutFolder), s.path(pairFolder)}
}

// Window is the place of a window in the display's coordinates; the zero value means unknown.
type Window struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

const sessionFormat = "ffkvadrat-session"

// Session reads the state of the last player, or returns the defaults. It returns the defaults with
// an error, too, which is a *[FormatError] or of package io/fs.
func (s *Store) Session() (Session, error) {
	return read(s.path("session.json"), sessionFormat, Session{Settings: Default()}, parseSession)
}

func parseSession(o *object) (read Session, err error) {
	read.Settings = Default()
	if m := o.take("window"); m != nil {
		if err := strict(m.value, &read.Window); err != nil {
			return read, m.fail(err)
		}
		if w := read.Window; !w.sound() {
			return read, m.fail(fmt.Errorf("a window cannot be %d × %d at %d, %d", w.Width, w.Height, w.X, w.Y))
		}
	}
	for _, m := range o.members {
		if read.Settings, err = parseSettingsMember(&m); err != nil {
			return read, err
		}
	}
	return read, nil
}

// read parses a file of a store. It returns none without a file, and with an error.
func read[T any](path, format string, none T, parse func(*object) (T, error)) (T, error) {
	f, err := statefile.Open(path, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	var o *object
	if err == nil {
		defer f.Close()
		o, err = readFile(f, format)
	}
	var v T
	if err == nil {
		v, err = parse(o)
	}
	if err != nil {
		return none, fmt.Errorf("session: read %q: %w", path, bare(err))
	}
	return v, nil
}

// sound reports whether the place is possible.
func (w Window) sound() bool {
	const most = 1 << 16
	inside := func(v, low int) bool { return v >= low && v <= most }
	return w == Window{} || inside(w.X, -most) && inside(w.Y, -most) && inside(w.Width, 1) && inside(w.Height, 1)
}

func parseSettingsMember(m *member) (Settings, error) {
	if m.name != "settings" {
		return Settings{}, m.fail(errors.New("there is no such field"))
	}
	if m.value[0] != '{' {
		return Settings{}, m.fail(errors.New("the settings are not an object"))
	}
	o, err := readObject(m.file, m.start, m.start+len(m.value))
	if err != nil {
		return Settings{}, err
	}
	return parseSettings(o)
}

// SaveSession writes the state of a player when it ends. The last player to end wins.
func (s *Store) SaveSession(session Session) error {
	if err := s.make(); err != nil {
		return err
	}
	window, err := json.Marshal(session.Window)
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	var text strings.Builder
	begin(&text, sessionFormat)
	fmt.Fprintf(&text, "  \"window\": %s,\n  \"settings\": {\n", window)
	session.Settings.write(&text, "    ")
	text.WriteString("\n  }\n}\n")
	return replace(s.path("session.json"), statefile.Create, text.String())
}

func (s *Store) path(name string) string { return filepath.Join(s.folder, name) }

// make creates the folder, readable by its user only.
func (s *Store) make() error {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	return nil
}

// bare removes the path from an error, as the caller adds it.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
