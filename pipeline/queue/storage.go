package queue

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/nats-io/nats-server/v2/server"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
)

// Folders of servers in a process, inside the folder for temporary files. A marker file identifies
// them, because users may have folders with similar names.
const (
	storageName   = "ffkvadrat-queue-" // followed by rand.Text
	storageMark   = "made-by-ffkvadrat"
	storageMarked = "ffkvadrat export --queue made this folder. It removes it, also after a crash.\n"
)

var isStorageName = regexp.MustCompile("^" + storageName + "[A-Z2-7]{26}$").MatchString

// storage creates a folder for a server in this process, and locks it until remove is called. It
// removes the folders of killed processes of this user, which are not locked.
func storage() (folder string, remove func(), err error) {
	left, _ := os.ReadDir(os.TempDir()) // creating a folder there reports the better error
	for _, old := range left {
		if isStorageName(old.Name()) {
			removeLeft(filepath.Join(os.TempDir(), old.Name()))
		}
	}
	var lock io.Closer // nil without file locks: nobody removes the folder then
	for {
		folder = filepath.Join(os.TempDir(), storageName+rand.Text())
		if err := os.Mkdir(folder, 0o700); err != nil {
			return "", nil, temporaryError(err)
		}
		// It is locked before it is marked, so that other processes do not remove it in between.
		if lock, err = lockFolder(folder); err != atomicfile.ErrLocked {
			break
		}
		os.Remove(folder) // another process is inspecting it
	}
	remove = func() {
		removeStorage(folder)
		if lock != nil {
			lock.Close()
		}
	}
	if err := os.WriteFile(filepath.Join(folder, storageMark), []byte(storageMarked), 0o600); err != nil {
		remove()
		return "", nil, temporaryError(err)
	}
	return folder, remove, nil
}

// removeLeft removes a folder that storage has created, unless a process uses it.
func removeLeft(folder string) {
	lock, err := lockFolder(folder)
	if err != nil {
		return
	}
	defer lock.Close()
	mark, err := statefile.Open(filepath.Join(folder, storageMark), os.O_RDONLY, 0)
	if err != nil {
		return
	}
	defer mark.Close()
	if text, err := io.ReadAll(io.LimitReader(mark, int64(len(storageMarked)+1))); err == nil && string(text) == storageMarked {
		removeStorage(folder)
	}
}

// removeStorage removes what storage and a server create: the marker and an empty folder, because
// the queue is in memory. If the folder contains anything else, it stays.
func removeStorage(folder string) {
	if err := os.Remove(filepath.Join(folder, server.JetStreamStoreDir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return
	}
	if all, err := os.ReadDir(folder); err != nil || len(all) > 1 {
		return
	}
	os.Remove(filepath.Join(folder, storageMark))
	os.Remove(folder)
}

// temporaryError explains what is wrong with the folder for temporary files.
func temporaryError(err error) error {
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the folder for temporary files, %s, does not exist: set TMPDIR to another", os.TempDir())
	}
	return fmt.Errorf("the folder for temporary files, %s, cannot be written: %w: set TMPDIR to another", os.TempDir(), err)
}
