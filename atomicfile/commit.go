package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ffkvadrat/atomicfile/internal/tempname"
)

// renamed is called after each renaming but the last. Tests set it.
var renamed = func() {}

// CommitAll makes the bytes of files that are one result durable, and then gives them their
// names, the first one last: by that, the result is found. After an
// error the temporary files are gone, and what had the names before still has them; what was
// written to devices and pipes is written. The exceptions are errors in syncing a folder, which
// come after the renaming, and file systems without hard links: the error says then which names are new.
//
// While several files take their names, their folders are locked: processes of one machine that
// write the same names come one after the other. Waiting for that ends with ctx. A process that is killed
// between two renamings leaves some files new and others old.
func CommitAll(ctx context.Context, files ...*File) error {
	defer func() {
		for _, f := range files {
			f.Abort()
		}
	}()
	if err := Distinct(files...); err != nil {
		return err
	}
	var list []*File // that take a name, in that order
	for _, f := range slices.Backward(files) {
		if f.done {
			return f.fail("commit", fs.ErrClosed)
		}
		if f.temp != "" {
			list = append(list, f)
		}
	}
	for _, f := range files {
		if err := f.finish(); err != nil {
			return f.fail("write", err)
		}
	}
	if len(list) > 1 {
		unlock, err := lockFolders(ctx, list)
		if err != nil {
			return list[len(list)-1].fail("publish", err)
		}
		defer unlock()
	}
	if err := rename(list); err != nil {
		return err
	}
	for _, f := range files {
		f.done = true
		f.file.Close() // nothing is left to write that could fail
	}
	for i, f := range list {
		if i > 0 && filepath.Dir(f.target) == filepath.Dir(list[i-1].target) {
			continue
		}
		if err := syncFolder(f.target); err != nil {
			return f.fail("sync the folder of", err)
		}
	}
	return nil
}

// rename gives finished files their names, or none of them.
func rename(list []*File) error {
	var olds []*old
	defer func() {
		for _, o := range olds {
			o.drop()
		}
	}()
	for i, f := range list {
		if i > 0 {
			renamed()
		}
		if i < len(list)-1 { // what cannot fail any more needs no way back
			olds = append(olds, keep(f))
		}
		if err := os.Rename(f.temp, f.target); err != nil {
			err = f.fail("rename", err)
			for _, o := range slices.Backward(olds[:i]) {
				if back := o.restore(); back != nil {
					err = fmt.Errorf("%w; %q is already the new file: %w", err, o.of.name, back)
				}
			}
			return err
		}
		f.temp = ""
	}
	return nil
}

// old is what had a file's name before.
type old struct {
	of   *File
	none bool     // nothing had it
	file *os.File // locked, so that nobody takes link for what a killed process has left
	link string   // another name for it, or ""
	err  error    // why there is none
}

// keep gives what has a file's name another one.
func keep(f *File) *old {
	o := &old{of: f}
	if o.file, o.err = os.OpenFile(f.target, os.O_RDONLY|openLeftover, 0); o.err != nil {
		if _, err := os.Lstat(f.target); errors.Is(err, fs.ErrNotExist) {
			o.none = true
			return o
		}
	} else {
		_, _ = lock(o.file)
	}
	folder, base := filepath.Split(f.target)
	for {
		link := folder + tempname.New(base, tempname.Boot())
		o.err = os.Link(f.target, link)
		if errors.Is(o.err, fs.ErrExist) {
			continue
		}
		if o.err == nil {
			o.link = link
		}
		return o
	}
}

// restore gives the name back, unless another process has taken it since.
func (o *old) restore() error {
	f := o.of
	if !named(f.file, f.target) {
		return nil
	}
	switch {
	case o.none:
		return os.Remove(f.target)
	case o.link == "":
		return o.err
	}
	err := os.Rename(o.link, f.target)
	if err == nil {
		o.link = ""
	}
	return err
}

// drop removes the other name.
func (o *old) drop() {
	if o.link != "" {
		os.Remove(o.link)
	}
	if o.file != nil {
		o.file.Close()
	}
}

// lockEvery is how often a lock is tried. It is held for a few renamings.
const lockEvery = 2 * time.Millisecond

// lockFolders locks the folders of files, as far as file systems and permissions allow it.
func lockFolders(ctx context.Context, files []*File) (unlock func(), err error) {
	for {
		locked, all := tryFolders(files)
		unlock = func() {
			for _, f := range locked {
				f.Close()
			}
		}
		if all {
			return unlock, nil
		}
		unlock() // all of them: another process may hold one of two, and wait for the other
		select {
		case <-time.After(lockEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// tryFolders locks the folders of files. all is false if another process has locked one of them.
func tryFolders(files []*File) (locked []*os.File, all bool) {
	var infos []os.FileInfo
	for _, f := range files {
		folder, err := os.Open(filepath.Dir(f.target))
		if err != nil {
			continue // a folder may be writable without being readable
		}
		locked = append(locked, folder)
		info, err := folder.Stat()
		if err != nil || slices.ContainsFunc(infos, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
			continue
		}
		infos = append(infos, info)
		if ok, err := lock(folder); !ok && err == nil { // an error says that there are no locks
			return locked, false
		}
	}
	return locked, true
}
