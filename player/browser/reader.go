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
)

// Reader reads one folder at a time. Its methods belong to one goroutine.
type Reader struct {
	ctx    context.Context
	takes  func(name string) bool
	tell   func(*Listing)
	number int
	cancel context.CancelFunc
}

// NewReader makes a reader of folders with their subfolders and the files that
// takes accepts by name. It calls tell from other goroutines: with what it has
// so far, and at last with a listing that is not Reading. Whatever it reads
// ends with the context, as soon as the system call under way returns.
func NewReader(ctx context.Context, takes func(name string) bool, tell func(*Listing)) *Reader {
	return &Reader{ctx: ctx, takes: takes, tell: tell, cancel: func() {}}
}

// Read begins to read a folder, and stops reading another one.
func (r *Reader) Read(path string) {
	r.Stop()
	ctx, cancel := context.WithCancel(r.ctx)
	r.number++
	r.cancel = cancel
	o := &reading{Reader: r, ctx: ctx, path: path, number: r.number, told: time.Now()}
	go func() {
		defer cancel()
		o.read()
	}()
}

// Stop stops reading.
func (r *Reader) Stop() { r.cancel() }

// Current reports whether a listing is of this reader's last call of Read.
func (r *Reader) Current(l *Listing) bool { return l.reader == r && l.number == r.number }

// reading is one folder being read.
type reading struct {
	*Reader
	ctx    context.Context
	path   string
	number int

	entries []Entry
	links   []string // names of links, which may lead to anything
	cut     bool
	told    time.Time
	pause   time.Duration // from one listing to the next
}

// firstPause is how long reading goes on before the first listing of a part of
// the folder. Each further one waits twice as long: sorting all of them takes
// at most twice as long as sorting the last.
const firstPause = 150 * time.Millisecond

// chunk is the number of names to read at once.
const chunk = 512

func (o *reading) read() {
	o.pause = firstPause
	err := o.names()
	if o.ctx.Err() != nil {
		return
	}
	if err == nil {
		o.report(true, nil) // what follows may wait for other file systems
		o.follow()
		o.measure()
	}
	if o.ctx.Err() == nil {
		o.report(false, err)
	}
}

// names reads the names. The system says for most which are folders and links.
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

// openFolder opens a folder; opening a pipe instead does not wait.
func openFolder(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|directory, 0)
}

// name takes a name. It returns false if there are too many.
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
	e.Label = Label(e.Name)
	e.folded = strings.ToLower(e.Label)
	o.entries = append(o.entries, e)
}

// follow takes the links that lead to folders and to files of the list. A link
// to nothing, to itself or to a device is left out.
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

// measure adds sizes and times of files. It leaves out folders: one of them may
// be a network's that does not answer.
func (o *reading) measure() {
	for i := range o.entries {
		e := &o.entries[i]
		if o.ctx.Err() != nil {
			return
		}
		if e.Folder || e.Size >= 0 {
			continue
		}
		if info, err := os.Lstat(filepath.Join(o.path, e.Name)); err == nil && info.Mode().IsRegular() {
			e.Size, e.Modified = info.Size(), info.ModTime()
		}
		o.sometimes()
	}
}

// sometimes reports what is known so far, if it is time for that.
func (o *reading) sometimes() {
	if time.Since(o.told) < o.pause {
		return
	}
	o.pause *= 2
	o.report(true, nil)
}

func (o *reading) report(more bool, err error) {
	l := &Listing{Path: o.path, Entries: slices.Clone(o.entries), Reading: more, Cut: o.cut, Err: err, reader: o.Reader, number: o.number}
	slices.SortFunc(l.Entries, order)
	o.told = time.Now()
	o.tell(l)
}
