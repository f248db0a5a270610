package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ffkvadrat/atomicfile/internal/tempname"
)

// renamed is called after each rename but the last, for tests.
var renamed = func() {}

// CommitAll makes the bytes of several files that form one result durable, and then renames them to
// their names, the first file last: its name shows that the result is complete. After an error the
// temporary files are gone, and the files that had the names before still have them; data for devices
// and pipes is already written. Two exceptions: an error in syncing a folder comes after the renames,
// and without hard links the error says which names are new.
//
// The folders are locked during the renames, so that processes of one machine that write the same names
// do so one after the other. Waiting for a lock ends with ctx. A process that is killed between two
// renames leaves some files new and others old. On Windows it also leaves a second link to an old file, for a week.
func CommitAll(ctx context.Context, files ...*File) error {
	defer func() {
		for _, f := range files {
			f.Abort()
		}
	}()
	if err := Distinct(files...); err != nil {
		return err
	}
	var list []*File // the files to rename, in that order
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
		f.file.Close() // everything is written, so closing cannot fail
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

// rename gives all finished files their names, or none.
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
		if i < len(list)-1 { // the last rename needs no way back
			olds = append(olds, keep(f))
		}
		if err := replace(f.temp, f.target); err != nil {
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

// old is the file that had a name before.
type old struct {
	of   *File
	none bool     // there was no file
	file *os.File // locked, so that no process takes link for a dead process's file
	link string   // a second hard link to it, or ""
	err  error    // why there is no link
}

// keep makes a second hard link to the file that has f's name.
func keep(f *File) *old {
	o := &old{of: f}
	boot := tempname.Boot()
	if o.file, o.err = openLeftover(f.target, os.O_RDONLY); o.err != nil {
		if _, err := os.Lstat(f.target); errors.Is(err, fs.ErrNotExist) {
			o.none = true
			return o
		}
	} else if !replacesOpen {
		o.file.Close()
		boot = 0 // the name must not claim a lock
	} else if _, err := lock(o.file); err != nil {
		o.file.Close()
	}
	folder, base := filepath.Split(f.target)
	for {
		link := folder + tempname.New(base, boot)
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

// restore renames the old file back, unless another process has taken the name since.
func (o *old) restore() error {
	f := o.of
	if !named(f.identity, f.target) {
		return nil
	}
	if !replacesOpen {
		f.file.Close()
	}
	switch {
	case o.none:
		return os.Remove(f.target)
	case o.link == "":
		return o.err
	}
	err := replace(o.link, f.target)
	if err == nil {
		o.link = ""
	}
	return err
}

// drop removes the second link.
func (o *old) drop() {
	if o.link != "" {
		os.Remove(o.link)
	}
	if o.file != nil {
		o.file.Close()
	}
}

// lockEvery is the interval of attempts to lock. A lock is held for a few renames.
const lockEvery = 2 * time.Millisecond

// lockFolders locks the folders of files, as far as file systems and permissions allow.
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
		unlock() // release all: another process may hold one of them and wait for another
		select {
		case <-time.After(lockEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// tryFolders tries to lock the folders of files. all is false if another process has locked one of
// them.
func tryFolders(files []*File) (locked []io.Closer, all bool) {
	var infos []os.FileInfo
	for _, f := range files {
		folder := filepath.Dir(f.target)
		info, err := os.Stat(folder)
		if err != nil || slices.ContainsFunc(infos, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
			continue
		}
		infos = append(infos, info)
		switch lock, err := TryLockFolder(folder); err {
		case nil:
			locked = append(locked, lock)
		case ErrLocked:
			return locked, false
		} // any other error means that there are no locks, or that the folder is writable but not readable
	}
	return locked, true
}
