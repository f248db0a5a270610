package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ErrTaken means that a name belongs to a file with different bytes.
var ErrTaken = fmt.Errorf("%w, with other bytes", fs.ErrExist)

// PublishAll renames the files of one result to their names, the first file last, where other processes
// may do the same at any time: it never replaces or removes an existing file. An existing file with the
// same bytes counts as published; one with different bytes is an [ErrTaken]. The other names depend on
// the first one: while the first name does not exist, the others count as free.
//
// ready, which can be nil, is called when the bytes are durable, just before the names appear. It gets
// the files as they will be found, in the order of the list; its error stops the publication. The
// temporary files are gone afterwards. On a file system without hard links and without a rename that
// fails on existing files, a file that takes the name during the rename is replaced.
func PublishAll(ready func(infos []fs.FileInfo) error, files ...*File) error {
	defer func() {
		for _, f := range files {
			f.Abort()
		}
	}()
	if err := Distinct(files...); err != nil {
		return err
	}
	for _, f := range files {
		if f.done {
			return f.fail("publish", fs.ErrClosed)
		}
		if err := f.finish(); err != nil {
			return f.fail("write", err)
		}
	}
	infos := make([]fs.FileInfo, len(files))
	there := make([]bool, len(files))
	for i, f := range files {
		var err error
		if there[i], err = f.isThere(); err != nil && (i == 0 || !errors.Is(err, ErrTaken) || there[0]) {
			return f.fail("publish", err)
		}
		there[i] = there[i] && err == nil
		if there[i] {
			infos[i], err = os.Lstat(f.target)
		} else {
			infos[i], err = f.file.Stat()
		}
		if err != nil {
			return f.fail("publish", err)
		}
	}
	if ready != nil {
		if err := ready(infos); err != nil {
			return err
		}
	}
	for i, f := range slices.Backward(files) {
		if there[i] {
			continue
		}
		err := f.take()
		if i > 0 && errors.Is(err, ErrTaken) {
			err = f.takeFor(files[0])
		}
		if err != nil {
			return f.fail("publish", err)
		}
		if err := syncFolder(f.target); err != nil {
			return f.fail("sync the folder of", err)
		}
	}
	return nil
}

// takeFor replaces the file at the name, which a killed process has left. If first's name exists, the
// file belongs to that result, and takeFor returns ErrTaken.
func (f *File) takeFor(first *File) error {
	if _, err := os.Lstat(first.target); !errors.Is(err, fs.ErrNotExist) {
		return ErrTaken
	}
	if info, err := os.Lstat(f.target); err != nil || !info.Mode().IsRegular() {
		return ErrTaken
	}
	return replace(f.temp, f.target)
}

// Distinct returns an error if two files have the same target, for instance through links.
func Distinct(files ...*File) error {
	for i, f := range files {
		for _, other := range files[:i] {
			one, err := os.Stat(filepath.Dir(f.target))
			two, err2 := os.Stat(filepath.Dir(other.target))
			if f.temp != "" && other.temp != "" && filepath.Base(f.target) == filepath.Base(other.target) && err == nil && err2 == nil && os.SameFile(one, two) {
				return fmt.Errorf("%s and %s are the same file: write to two different files", other.name, f.name)
			}
		}
	}
	return nil
}

// isThere reports whether the file's name already has its bytes.
func (f *File) isThere() (bool, error) {
	if f.temp == "" {
		return false, ErrTaken // the name is a device or a pipe
	}
	there, err := openLeftover(f.target, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer there.Close()
	own, err := os.Open(f.temp)
	if err != nil {
		return false, err
	}
	defer own.Close()
	return true, sameFiles(own, there)
}

// sameFiles returns ErrTaken unless two files have the same bytes.
func sameFiles(a, b *os.File) error {
	infoA, err := a.Stat()
	infoB, err2 := b.Stat()
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	if !infoB.Mode().IsRegular() || infoA.Size() != infoB.Size() {
		return ErrTaken
	}
	one, two := make([]byte, bufferSize), make([]byte, bufferSize)
	for {
		n, err := io.ReadFull(a, one)
		m, err2 := io.ReadFull(b, two)
		switch {
		case !bytes.Equal(one[:n], two[:m]):
			return ErrTaken
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return nil
		case err != nil || err2 != nil:
			return errors.Join(err, err2)
		}
	}
}

// take renames the file to its name. A file that has the name by now is no error if its bytes are
// equal.
func (f *File) take() error {
	err := os.Link(f.temp, f.target)
	if err == nil || named(f.identity, f.target) { // NFS can report a failure when only the reply was lost
		return nil
	}
	if !errors.Is(err, fs.ErrExist) {
		err = renameNew(f.temp, f.target)
	}
	if errors.Is(err, fs.ErrExist) {
		_, err = f.isThere()
	}
	return err
}

// renameIfNew emulates renameNew on file systems that cannot do it atomically.
func renameIfNew(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}
