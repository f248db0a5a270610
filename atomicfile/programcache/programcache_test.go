//go:build unix

package programcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var key, otherKey = sha256.Sum256([]byte("key")), sha256.Sum256([]byte("other key"))

// filled returns a cache with a program, and the program's file.
func filled(t *testing.T) (c *Cache, path string, payload []byte) {
	t.Helper()
	c = New(filepath.Join(t.TempDir(), "programs"))
	payload = bytes.Repeat([]byte("a program "), 100)
	if err := c.save(key, payload); err != nil {
		t.Fatal(err)
	}
	if got := c.Load(key); !bytes.Equal(got, payload) {
		t.Fatalf("loads %q", got)
	}
	return c, c.path(key), payload
}

func TestSaveAndLoad(t *testing.T) {
	c, path, _ := filled(t)
	if got := c.Load(otherKey); got != nil {
		t.Errorf("under another key: %q", got)
	}
	info, err := os.Stat(filepath.Dir(path))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info.Mode(), err)
	}
	c.Save(key, []byte("another"))
	c.Save(otherKey, []byte("a third"))
	c.Close()
	c.Save([sha256.Size]byte{1}, []byte("too late"))
	c.Close()
	if c.Load([sha256.Size]byte{1}) != nil {
		t.Error("a program was kept after the end")
	}
	again := New(c.folder)
	if a, b := again.Load(key), again.Load(otherKey); string(a) != "another" || string(b) != "a third" {
		t.Errorf("the next process has %q and %q", a, b)
	}
	for _, data := range [][]byte{nil, make([]byte, maxPayload+1)} {
		if err := c.save(key, data); !errors.Is(err, errTooLong) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	}
}

// TestDamage: a damaged file is ignored and replaced.
func TestDamage(t *testing.T) {
	c, path, payload := filled(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{"too long": append(bytes.Clone(whole), 0)}
	for _, n := range []int{0, 1, len(magic), keyAt, lengthAt, sumAt, headSize - 1, headSize, headSize + 1, len(whole) - 1} {
		damaged[fmt.Sprintf("cut to %d", n)] = whole[:n]
	}
	for at := 0; at < len(whole); at++ {
		if at > headSize && at%97 != 0 {
			continue
		}
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		damaged[fmt.Sprintf("bit of byte %d", at)] = flipped
	}
	next := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(next[len(magic):], version+1)
	damaged["next version"] = next
	damaged["another key"] = encode(otherKey, payload)
	huge := bytes.Clone(whole)
	binary.LittleEndian.PutUint64(huge[lengthAt:], 1<<63)
	damaged["huge length"] = huge
	damaged["no payload"] = encode(key, nil)
	for name, data := range damaged {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := c.Load(key); got != nil {
			t.Errorf("%s: loads %d bytes", name, len(got))
		}
		if err := c.save(key, payload); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := c.Load(key); !bytes.Equal(got, payload) {
			t.Errorf("%s: is not replaced", name)
		}
	}

	// A huge file is not read to its end, which would take long.
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	if got := c.Load(key); got != nil {
		t.Errorf("huge file: loads %d bytes", len(got))
	}
}

// TestInThePlace: anything that is not a file of the cache is left alone and not read.
func TestInThePlace(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.WriteFile(elsewhere, encode(key, []byte("taken")), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(path string) error{
		"folder":       func(path string) error { return os.Mkdir(path, 0o700) },
		"link":         func(path string) error { return os.Symlink(elsewhere, path) },
		"hanging link": func(path string) error { return os.Symlink("nowhere", path) },
	} {
		c, path, payload := filled(t)
		if err := errors.Join(os.Remove(path), put(path)); err != nil {
			t.Fatal(err)
		}
		before, _ := os.Lstat(path)
		if got := c.Load(key); got != nil {
			t.Errorf("%s: loads %q", name, got)
		}
		if err := c.save(key, payload); err == nil {
			t.Errorf("%s: is replaced", name)
		}
		if after, err := os.Lstat(path); err != nil || after.Mode() != before.Mode() {
			t.Errorf("%s: is %v now, %v", name, after, err)
		}
	}
	if data, err := os.ReadFile(elsewhere); err != nil || !bytes.Equal(data, encode(key, []byte("taken"))) {
		t.Errorf("the link's file has changed: %v", err)
	}
}

// TestFolder: a folder that others can write to is not used.
func TestFolder(t *testing.T) {
	for name, change := range map[string]func(folder string) error{
		"others may write": func(folder string) error { return os.Chmod(folder, 0o777) },
		"its group may":    func(folder string) error { return os.Chmod(folder, 0o770) },
		"a link": func(folder string) error {
			return errors.Join(os.Rename(folder, folder+"2"), os.Symlink(folder+"2", folder))
		},
		"a file": func(folder string) error {
			return errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600))
		},
		"another's": func(folder string) error {
			if os.Geteuid() != 0 {
				return os.Chmod(folder, 0o777)
			}
			return os.Chown(folder, 65534, 65534)
		},
	} {
		c, _, payload := filled(t)
		if err := change(c.folder); err != nil {
			t.Fatal(err)
		}
		if got := c.Load(key); got != nil {
			t.Errorf("%s: loads %q", name, got)
		}
		if err := c.save(key, payload); err == nil {
			t.Errorf("%s: is written to", name)
		}
	}
	c := New(filepath.Join(t.TempDir(), "not", "there"))
	if got := c.Load(key); got != nil {
		t.Errorf("no folder: loads %q", got)
	}
}

// TestReadOnly: programs are loaded from a folder that cannot be written to.
func TestReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		nobody(t, "TestReadOnly")
		return
	}
	c, _, payload := filled(t)
	if err := os.Chmod(c.folder, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(c.folder, 0o700)
	if got := c.Load(key); !bytes.Equal(got, payload) {
		t.Errorf("read-only: loads %q", got)
	}
	if err := c.save(otherKey, payload); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("read-only: %v", err)
	}
	if err := os.Chmod(c.folder, 0); err != nil {
		t.Fatal(err)
	}
	if got := c.Load(key); got != nil {
		t.Errorf("unreadable: loads %q", got)
	}
	c.Save(otherKey, payload)
	c.Close()
}

// TestTogether: several processes save and load the same programs.
func TestTogether(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "programs")
	var wait sync.WaitGroup
	for n := range 4 {
		wait.Go(func() {
			c := New(folder)
			defer c.Close()
			payload := bytes.Repeat([]byte{byte(n)}, 10000)
			for range 20 {
				c.Save(key, payload)
				if got := c.Load(key); got != nil && !bytes.Equal(got, bytes.Repeat(got[:1], 10000)) {
					t.Errorf("loads a mixture")
				}
			}
		})
	}
	wait.Wait()
	if got := New(folder).Load(key); len(got) != 10000 {
		t.Errorf("%d bytes at the end", len(got))
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestPrune: old programs and those beyond the cache's limit are removed.
func TestPrune(t *testing.T) {
	c, _, _ := filled(t)
	now := time.Now()
	name := func(i int) string {
		return filepath.Base(c.path(sha256.Sum256(fmt.Append(nil, i))))
	}
	put := func(name string, size int64, age time.Duration) {
		t.Helper()
		path := filepath.Join(c.folder, name)
		err := os.WriteFile(path, nil, 0o600)
		if err == nil {
			err = errors.Join(os.Truncate(path, size), os.Chtimes(path, now.Add(-age), now.Add(-age)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(c.folder, name))
		return err == nil
	}
	put(name(0), 100, maxAge+time.Hour)
	put(name(1), 100, maxAge-time.Hour)
	put("a letter", 100, 10*maxAge)
	if err := c.prune(now); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{
		name(0): false, name(1): true, "a letter": true,
	} {
		if there(file) != want {
			t.Errorf("%s stays: %v", file, !want)
		}
	}

	// The most recently used programs stay.
	for i := 10; i < 30; i++ {
		put(name(i), maxBytes/10, time.Duration(i)*time.Hour)
	}
	if err := c.prune(now); err != nil {
		t.Fatal(err)
	}
	for i := 10; i < 30; i++ {
		if want := i < 18; there(name(i)) != want { // 8 of them, because 9 and the first program exceed nine tenths
			t.Errorf("%d stays: %v", i, !want)
		}
	}
	for i := 100; i < 100+maxFiles; i++ {
		put(name(i), 1, time.Minute)
	}
	c.Save(otherKey, []byte("new"))
	c.Close()
	if entries, err := os.ReadDir(c.folder); err != nil || len(entries) > maxFiles {
		t.Errorf("%d files, %v", len(entries), err)
	}
	if c.Load(otherKey) == nil {
		t.Error("the new program is not kept")
	}
}

// TestUsed: loading a program counts as a use.
func TestUsed(t *testing.T) {
	c, path, _ := filled(t)
	old := time.Now().Add(-maxAge + time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	if c.Load(key) == nil {
		t.Fatal("is not loaded")
	}
	if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("last used %v, %v", info.ModTime(), err)
	}
}

// FuzzDecode: data that decode accepts is a file of encode.
func FuzzDecode(f *testing.F) {
	f.Add(encode(key, []byte("a program")))
	f.Add(encode(otherKey, []byte("a program")))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		payload := decode(data, key)
		if payload != nil && !bytes.Equal(encode(key, payload), data) {
			t.Errorf("takes %q", data)
		}
	})
}
