// Package atomicfile replaces files atomically: a name never shows a half-written file. The bytes go to
// a temporary file in the same folder, which is renamed at the end; until then a file that had the name
// before stays intact. The files of one result are renamed together, see [CommitAll].
//
// Input is bytes, output is files. No goroutines; a [File] belongs to one goroutine at a time.
package atomicfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ffkvadrat/atomicfile/internal/tempname"
)

// bufferSize is the size of a File's buffer in bytes.
const bufferSize = 64 << 10

// startEvery is the number of bytes after which the system is asked to start writing them to the disk.
const startEvery = 8 << 20

// reserveBytes is the number of bytes for which a long file reserves space at a time.
const reserveBytes = 4 * startEvery

// File is a file that is being written. End it with [File.Commit], [CommitAll] or [File.Abort].
// Otherwise, and if the process is killed, the temporary file stays until a process writes into the
// same folder, which removes the files of dead processes, see [SweepFolder].
type File struct {
	name     string // as given by the caller
	target   string // name with symbolic links resolved
	temp     string // "" if target is written directly
	file     *os.File
	identity fs.FileInfo // the temporary file's when it was made; Wine loses a part of it with a rename
	direct   *direct     // for a target written directly, else nil
	buf      *bufio.Writer
	done     bool

	written, started int64 // bytes written; of these, bytes that the system was asked to write to the disk
	reserved         int64 // bytes with reserved space, 0 before the first attempt; -1 if the system cannot
}

// Create starts the file with the given name. Its permissions are those of os.Create, 0666 without the
// umask's bits, or those of the file that it replaces. If name is a symbolic link, its target is
// replaced and the link stays. A device, a pipe, a socket, or an open file named as /dev/fd/N or
// /proc/self/fd/N, is written directly. Opening a pipe waits for a reader. That, and waiting for space
// in a pipe or a terminal, ends with ctx.
//
// After an error nothing was created. The error names the file and wraps the cause, such as
// [fs.ErrPermission].
func Create(ctx context.Context, name string) (*File, error) {
	f := &File{name: name}
	return f.start(f.open(ctx))
}

// Replace starts a file that replaces anything with its name, even a symbolic link, which is neither
// opened nor followed. Its permissions are perm or, if that is 0, those of Create; errors are like
// Create's.
func Replace(name string, perm fs.FileMode) (*File, error) {
	f := &File{name: name, target: name}
	return f.start(f.openTemp(perm))
}

// start returns f after an attempt to open it with error err.
func (f *File) start(err error) (*File, error) {
	if err != nil {
		err = f.fail("create", err)
		if folder := filepath.Dir(f.target); f.target != "" && errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: there is no folder %q", err, folder)
		}
		return nil, err
	}
	var to io.Writer = f.file
	if f.direct != nil {
		to = f.direct
	}
	f.buf = bufio.NewWriterSize(to, bufferSize)
	return f, nil
}

func (f *File) open(ctx context.Context) error {
	if f.name == "" {
		return syscall.ENOENT
	}
	var err error
	if f.target, err = follow(f.name); err != nil {
		return err
	}
	info, err := os.Stat(f.target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.openTemp(0)
	case err != nil:
		return err
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular() || isOpen(f.target):
		if f.file, err = openDirect(ctx, f.target, 0); err == nil {
			f.direct = newDirect(ctx, f.file)
		}
		return err
	}
	// A rename would replace even a read-only file.
	old, err := openLeftover(f.target, os.O_WRONLY)
	if err != nil {
		return err
	}
	old.Close()
	return f.openTemp(info.Mode().Perm())
}

// openTemp opens the temporary file and sets the given permissions if they are not 0.
func (f *File) openTemp(perm fs.FileMode) error {
	if err := f.makeTemp(perm); err != nil {
		return err
	}
	sweepSometimes(filepath.Dir(f.target))
	return nil
}

// makeTemp creates the temporary file and locks it. A process that sweeps the folder can remove the
// file between the two; then another one is created.
func (f *File) makeTemp(perm fs.FileMode) error {
	folder, base := filepath.Split(f.target)
	if base == "" {
		return syscall.EISDIR
	}
	if err := checkName(base); err != nil {
		return err
	}
	boot := tempname.Boot()
	for {
		name := folder + tempname.New(base, boot)
		file, err := createTemp(name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		identity, err := file.Stat()
		if err != nil {
			file.Close()
			os.Remove(name)
			return err
		}
		locked, err := lock(file)
		switch {
		case err != nil && boot != 0: // without a lock, the name must not claim one
			file.Close()
			os.Remove(name)
			boot = 0
			continue
		case err == nil && (!locked || !named(identity, name)):
			file.Close()
			continue
		}
		if perm != 0 {
			if err := file.Chmod(perm); err != nil {
				file.Close()
				os.Remove(name)
				return err
			}
		}
		f.file, f.temp, f.identity = file, name, identity
		return nil
	}
}

// follow resolves a chain of symbolic links at name; the result need not exist. It stops at names of
// open files.
func follow(name string) (string, error) {
	const longest = 40 // Linux follows at most 40 links
	for range longest {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 || isOpen(name) {
			return name, nil
		}
		link, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			// Not filepath.Join, which removes ".." without regard to links.
			folder, _ := filepath.Split(name)
			link = folder + link
		}
		name = link
	}
	return "", syscall.ELOOP
}

// isOpen reports whether a name stands for an open file of a process.
func isOpen(name string) bool {
	return strings.HasPrefix(name, "/proc/") || filepath.Dir(name) == "/dev/fd"
}

// Replaces reports whether Create would replace an existing file with this name, or the target of a
// link. Devices and pipes are not replaced, nor are the caller's open files named as /dev/fd/N or
// /proc/self/fd/N. For a name that is used otherwise, Create returns an error.
func Replaces(name string) bool {
	target, err := follow(name)
	if err != nil || isOpen(target) {
		return false
	}
	info, err := os.Stat(target)
	return err == nil && info.Mode().IsRegular()
}

// Name returns the name given to Create.
func (f *File) Name() string { return f.name }

// Write appends p to the file, through a buffer.
func (f *File) Write(p []byte) (int, error) {
	if f.done {
		return 0, f.fail("write", fs.ErrClosed)
	}
	n, err := f.buf.Write(p)
	if err != nil {
		return n, f.fail("write", err)
	}
	if f.written += int64(n); f.temp != "" && f.written-f.started >= startEvery {
		startWriting(f.file, f.started, f.written)
		f.started = f.written
		f.reserve()
	}
	return n, nil
}

// reserve reserves space for the next bytes, unless there is enough.
func (f *File) reserve() {
	if f.reserved < 0 || f.written+startEvery <= f.reserved {
		return
	}
	if !reserve(f.file, f.written, reserveBytes) {
		f.reserved = -1 // a full disk shows in the next writes
		return
	}
	f.reserved = f.written + reserveBytes
}

// release returns reserved space that was not used.
func (f *File) release() error {
	if f.reserved == 0 {
		return nil
	}
	info, err := f.file.Stat()
	if err == nil {
		err = f.file.Truncate(info.Size()) // also frees what is past the end
	}
	return err
}

// Seek sets the position of the next Write, like an [io.Seeker], for instance to complete a header at
// the end. It fails for a pipe or a socket.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	if f.done {
		return 0, f.fail("seek", fs.ErrClosed)
	}
	if err := f.buf.Flush(); err != nil {
		return 0, f.fail("write", err)
	}
	at, err := f.file.Seek(offset, whence)
	if err != nil {
		return 0, f.fail("seek", err)
	}
	return at, nil
}

// WriteFile writes a file with write, and gives it its name if write returns no error.
func WriteFile(ctx context.Context, name string, write func(io.Writer) error) error {
	f, err := Create(ctx, name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// Commit makes the bytes durable and renames the file to its name. After an error the temporary file is
// gone, and the file that had the name before still has it; the one exception is an error in syncing
// the folder, which comes after the rename.
func (f *File) Commit() error { return CommitAll(context.Background(), f) }

// finish flushes the buffer. It closes the file unless a rename follows: until then the lock keeps
// other processes from removing the file.
func (f *File) finish() error {
	if err := f.buf.Flush(); err != nil {
		return err
	}
	if f.temp == "" {
		return f.direct.Close()
	}
	if err := f.release(); err != nil {
		return err
	}
	return f.file.Sync()
}

// Abort removes the temporary file. After Commit or Abort it does nothing, so it can be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	if f.direct != nil {
		f.direct.stop()
	}
	f.file.Close()
	if f.temp != "" {
		os.Remove(f.temp)
	}
}

// fail returns an error that names the file and the failed action. It removes the temporary name from
// err.
func (f *File) fail(action string, err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("atomicfile: %s %q: %w", action, f.name, err)
}
