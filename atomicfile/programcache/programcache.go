// Package programcache caches compiled programs in a folder of the user's between runs.
//
// Input and output are keys and bytes; package gpu interprets the bytes. Nothing in the folder is
// trusted: a file is used only if it is regular, complete and for the key, and its checksum is right.
// Any other file is ignored, and so is a folder that others can write to. A failed write is not an
// error: the program is compiled again. Any goroutine and process may use a folder.
package programcache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ffkvadrat/atomicfile/statefile"
)

// Cache is a folder of programs.
type Cache struct {
	folder  string
	saving  sync.Mutex // one file is saved at a time
	mu      sync.Mutex // guards the other fields
	writing sync.WaitGroup
	closed  bool
}

// New returns the cache in a folder, which the first Save creates.
func New(folder string) *Cache { return &Cache{folder: folder} }

// Close waits until everything is saved. Later Saves are dropped.
func (c *Cache) Close() {
	if c == nil {
		return
	}
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.writing.Wait()
}

const ending = ".program"

func (c *Cache) path(key [sha256.Size]byte) string {
	return filepath.Join(c.folder, hex.EncodeToString(key[:])+ending)
}

// Load returns the bytes under a key, or nil.
func (c *Cache) Load(key [sha256.Size]byte) []byte {
	if private(c.folder) != nil {
		return nil
	}
	path := c.path(key)
	data, err := read(path)
	if err != nil {
		return nil
	}
	payload := decode(data, key)
	if payload != nil {
		used(path)
	}
	return payload
}

// read returns a file's contents. It fails for a file longer than ours can be.
func read(path string) ([]byte, error) {
	f, err := statefile.Open(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(headSize+maxPayload+1)))
}

// used updates a file's time of last use, at most once a day. Pruning removes the least recently used
// files first.
func used(path string) {
	now := time.Now()
	if info, err := os.Lstat(path); err == nil && now.Sub(info.ModTime()) > 24*time.Hour {
		_ = os.Chtimes(path, now, now) // a failure only means earlier pruning
	}
}

// Save writes data in a goroutine, which Close waits for.
func (c *Cache) Save(key [sha256.Size]byte, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.writing.Go(func() { _ = c.save(key, data) }) // after a failure the program is compiled again
	}
}

var errTooLong = errors.New("too long")

func (c *Cache) save(key [sha256.Size]byte, data []byte) error {
	if len(data) == 0 || len(data) > maxPayload {
		return fmt.Errorf("programcache: %d bytes: %w", len(data), errTooLong)
	}
	c.saving.Lock()
	defer c.saving.Unlock()
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	if err := private(c.folder); err != nil {
		return err
	}
	f, err := statefile.Create(c.path(key))
	if err != nil {
		return err
	}
	_, err = f.Write(encode(key, data))
	if err != nil {
		f.Abort()
		return err
	}
	if err := f.Commit(); err != nil {
		return err
	}
	return c.prune(time.Now())
}

var errNotPrivate = errors.New("others may write into it")

// private returns an error unless folder is a folder, not a link to one, that only its user can write
// to.
func private(folder string) error {
	info, err := os.Lstat(folder)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return &fs.PathError{Op: "open", Path: folder, Err: fs.ErrInvalid}
	case !owned(info):
		return &fs.PathError{Op: "open", Path: folder, Err: errNotPrivate}
	}
	return nil
}
