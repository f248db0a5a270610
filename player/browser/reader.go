package browser

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/sequence"
)

// Reader reads one folder at a time. Its methods belong to one goroutine.
type Reader struct {
	ctx    context.Context
	takes  func(name string) bool
	tell   func(*Listing)
	number int
	cancel context.CancelFunc
}

// NewReader returns a reader of folders, which lists subfolders and the files whose names takes
// accepts. It calls tell from other goroutines with partial listings and a final one, in which
// Reading is false. Its goroutines end with the context, once the current system call returns.
func NewReader(ctx context.Context, takes func(name string) bool, tell func(*Listing)) *Reader {
	return &Reader{ctx: ctx, takes: takes, tell: tell, cancel: func() {}}
}

// Read starts reading a folder, and stops reading the previous one.
func (r *Reader) Read(path string) {
	r.Stop()
	ctx, cancel := context.WithCancel(r.ctx)
	r.number++
	r.cancel = cancel
	o := &reading{Reader: r, ctx: ctx, path: path, number: r.number, reported: time.Now()}
	go func() {
		defer cancel()
		o.read()
	}()
}

// Stop stops reading.
func (r *Reader) Stop() { r.cancel() }

// Current reports whether a listing belongs to this reader's last call of Read.
func (r *Reader) Current(l *Listing) bool { return l.reader == r && l.number == r.number }

// reading is one call of Read.
type reading struct {
	*Reader
	ctx    context.Context
	path   string
	number int

	entries  []Entry
	links    []string // links, whose targets are not known yet
	cut      bool
	reported time.Time
	pause    time.Duration // time between two partial listings
}

// firstPause is the time until the first partial listing. It doubles for each further one, so that
// all sorting takes at most twice the time of the last.
const firstPause = 150 * time.Millisecond

// chunk is the number of names per read.
const chunk = 512

func (o *reading) read() {
	o.pause = firstPause
	err := o.names()
	if o.ctx.Err() != nil {
		return
	}
	if err == nil {
		o.report(true, nil) // the rest can block on other file systems
		o.follow()
		o.gather()
		o.measure()
	}
	if o.ctx.Err() == nil {
		o.report(false, err)
	}
}

// names reads the names. For most of them, the system also returns the type.
func (o *reading) names() error {
	folder, err := openFolder(o.path)
	if err != nil {
		return err
	}
	defer folder.Close()
	for o.ctx.Err() == nil {
		some, err := folder.ReadDir(chunk)
		for _, e := range some {
			if !o.name(e) {
				o.cut = true
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		o.sometimes()
	}
	return nil
}

// openFolder opens a folder; it does not block on a pipe.
func openFolder(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|directory, 0)
}

// name adds an entry. It returns false if there are too many.
func (o *reading) name(e fs.DirEntry) bool {
	name := e.Name()
	if strings.HasPrefix(name, ".") {
		return true
	}
	if len(o.entries)+len(o.links) >= Most {
		return false
	}
	switch kind := e.Type(); {
	case kind.IsDir():
		o.add(Entry{Name: name, Folder: true, Size: -1})
	case kind.IsRegular() && o.takes(name):
		o.add(Entry{Name: name, Size: -1})
	case kind&fs.ModeSymlink != 0:
		o.links = append(o.links, name)
	}
	return true
}

func (o *reading) add(e Entry) {
	if e.Label = Label(e.Name); e.Sequence.Count > 0 {
		e.Label = Label(e.Sequence.String())
	}
	e.folded = strings.ToLower(e.Label)
	o.entries = append(o.entries, e)
}

// follow adds the links to folders and to accepted files. It drops links to nothing, to themselves,
// or to devices.
func (o *reading) follow() {
	for _, name := range o.links {
		if o.ctx.Err() != nil {
			return
		}
		info, err := os.Stat(filepath.Join(o.path, name))
		switch {
		case err != nil:
		case info.IsDir():
			o.add(Entry{Name: name, Folder: true, Size: -1})
		case info.Mode().IsRegular() && o.takes(name):
			o.add(Entry{Name: name, Size: info.Size(), Modified: info.ModTime()})
		}
		o.sometimes()
	}
}

// gather adds the sequences of numbered pictures.
func (o *reading) gather() {
	var pictures []string
	for i := range o.entries {
		if e := &o.entries[i]; !e.Folder && decode.ClaimsStill(e.Name) {
			pictures = append(pictures, e.Name)
		}
	}
	for _, g := range sequence.Groups(pictures) {
		if name := g.Name(); decode.IsSequence(filepath.Join(o.path, name)) && o.takes(name) {
			o.add(Entry{Name: name, Sequence: g, Size: -1})
		}
	}
}

// measure adds sizes and times of files. It skips folders, as one may be on an unresponsive
// network.
func (o *reading) measure() {
	for i := range o.entries {
		e := &o.entries[i]
		if o.ctx.Err() != nil {
			return
		}
		if e.Folder || e.Size >= 0 || e.Sequence.Count > 0 {
			continue
		}
		if info, err := os.Lstat(filepath.Join(o.path, e.Name)); err == nil && info.Mode().IsRegular() {
			e.Size, e.Modified = info.Size(), info.ModTime()
		}
		o.sometimes()
	}
}

// sometimes reports a partial listing if it is due.
func (o *reading) sometimes() {
	if time.Since(o.reported) < o.pause {
		return
	}
	o.pause *= 2
	o.report(true, nil)
}

func (o *reading) report(more bool, err error) {
	l := &Listing{Path: o.path, Entries: slices.Clone(o.entries), Reading: more, Cut: o.cut, Err: err, reader: o.Reader, number: o.number}
	slices.SortFunc(l.Entries, order)
	o.reported = time.Now()
	o.tell(l)
}
