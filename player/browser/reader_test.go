//go:build linux

package browser

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// read reads a folder and returns all listings.
func read(t *testing.T, path string) []*Listing {
	t.Helper()
	told := make(chan *Listing, 100)
	r := NewReader(t.Context(), playlist.Takes, func(l *Listing) { told <- l })
	r.Read(path)
	var all []*Listing
	for {
		l := wait.Receive(t, "a listing", told)
		if !r.Current(l) || l.Path != path {
			t.Fatalf("a listing of %q", l.Path)
		}
		if all = append(all, l); !l.Reading {
			return all
		}
	}
}

// Current rejects late listings of a replaced reader.
func TestCurrent(t *testing.T) {
	told := make(chan *Listing, 100)
	tell := func(l *Listing) { told <- l }
	before, now := NewReader(t.Context(), playlist.Takes, tell), NewReader(t.Context(), playlist.Takes, tell)
	before.Read(t.TempDir())
	late := <-told
	now.Read(t.TempDir())
	if !before.Current(late) || now.Current(late) {
		t.Errorf("current: %v of its reader, %v of the next one", before.Current(late), now.Current(late))
	}
}

func last(all []*Listing) *Listing { return all[len(all)-1] }

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// Of a folder with everything that a folder can contain, only subfolders and plain files with a
// video's name are listed.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	long := strings.Repeat("x", 251) + ".mp4"
	for i, name := range []string{"clip10.mp4", "Clip2.MKV", "new\nline.mp4", "bad\xff.mp4", "turn\u202e4pm.mp4", long, ".hidden.mp4", "notes.txt", "mp4"} {
		must(t, os.WriteFile(at(name), make([]byte, 100+i), 0o600))
	}
	when := time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC)
	must(t, os.Chtimes(at("clip10.mp4"), when, when),
		os.MkdirAll(at("sub/deeper"), 0o700), os.Mkdir(at(".git"), 0o700), os.Mkdir(at("folder.mp4"), 0o700),
		os.Symlink("clip10.mp4", at("link.mp4")), os.Symlink("sub", at("linked")), os.Symlink(".", at("again")),
		os.Symlink("circle.mp4", at("circle.mp4")), os.Symlink("nothing", at("dangling.mp4")),
		os.Symlink("/dev/zero", at("zero.mp4")), os.Symlink("pipe.mp4", at("to a pipe.mp4")), os.Symlink("notes.txt", at("notes")),
		unix.Mkfifo(at("pipe.mp4"), 0o600))
	want := []string{"again", "folder.mp4", "linked", "sub", "bad\xff.mp4", "Clip2.MKV", "clip10.mp4", "link.mp4", "new\nline.mp4", "turn\u202e4pm.mp4", long}
	all := read(t, dir)
	l := last(all)
	if got := names(l, l.Filter(nil, "")); !slices.Equal(got, want) || l.Err != nil || l.Cut {
		t.Errorf("%q, %v; want %q", got, l.Err, want)
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Folder != (i < 4) || e.Folder != (e.Size < 0) || e.Folder != e.Modified.IsZero() {
			t.Errorf("%+v", e)
		}
	}
	if e := l.Entries[l.Find("clip10.mp4")]; e.Size != 100 || !e.Modified.Equal(when) {
		t.Errorf("%+v", e)
	}
	if e := l.Entries[l.Find("link.mp4")]; e.Size != 100 || !e.Modified.Equal(when) {
		t.Errorf("through a link: %+v", e)
	}
	if len(all) != 2 || len(all[0].Entries) != len(want)-3 {
		t.Errorf("%d listings", len(all))
	}
	if inner := last(read(t, at("again/again/linked"))); len(inner.Entries) != 1 || inner.Entries[0].Name != "deeper" {
		t.Errorf("through links: %+v", inner.Entries)
	}
}

func TestReadFails(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.Symlink("circle", at("circle")), unix.Mkfifo(at("pipe"), 0o600), os.WriteFile(at("file"), nil, 0o600))
	for path, want := range map[string]error{
		at("gone"):                        fs.ErrNotExist,
		at("file"):                        syscall.ENOTDIR,
		at("file/below"):                  syscall.ENOTDIR,
		at("pipe"):                        syscall.ENOTDIR,
		"/dev/zero":                       syscall.ENOTDIR,
		at("circle"):                      syscall.ELOOP,
		at(strings.Repeat("n", 300)):      syscall.ENAMETOOLONG,
		dir + strings.Repeat("/./", 2000): syscall.ENAMETOOLONG,
	} {
		if l := last(read(t, path)); !errors.Is(l.Err, want) || len(l.Entries) != 0 || strings.Contains(Explain(l.Err), "cannot be read") {
			t.Errorf("%.60q: %v, want %v", path, l.Err, want)
		}
	}
}

// A folder without read permission gives an error, not an empty listing.
func TestReadForbidden(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o000))
	defer os.Chmod(dir, 0o700)
	done := make(chan *Listing, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if os.Getuid() == 0 {
			_ = unix.Setfsuid(65534)
		}
		o := &reading{Reader: NewReader(context.Background(), playlist.Takes, func(l *Listing) { done <- l }), ctx: context.Background(), path: dir}
		o.read()
	}()
	if l := <-done; !errors.Is(l.Err, fs.ErrPermission) || l.Reading {
		t.Errorf("%+v", l)
	}
}

// If a folder is removed while it is read, the listing ends with what was there.
func TestReadVanishes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	must(t, os.Mkdir(dir, 0o700))
	for i := range 3 * chunk {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".mp4")), nil, 0o600))
	}
	removed := false
	takes := func(name string) bool {
		if !removed {
			removed = true
			must(t, os.RemoveAll(dir))
		}
		return true
	}
	told := make(chan *Listing, 10)
	NewReader(t.Context(), takes, func(l *Listing) { told <- l }).Read(dir)
	for l := range told {
		if !l.Reading {
			if l.Err != nil && !errors.Is(l.Err, fs.ErrNotExist) {
				t.Error(l.Err)
			}
			return
		}
	}
}

// Many entries arrive in parts, in order; too many are cut.
func TestReadMany(t *testing.T) {
	dir := t.TempDir()
	const many = 4 * chunk
	for i := range many {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint("clip", i, ".mp4")), nil, 0o600))
	}
	l := last(read(t, dir))
	if len(l.Entries) != many || l.Counts().Videos != many || l.Cut || l.Err != nil {
		t.Fatalf("%d entries, %v", len(l.Entries), l.Err)
	}
	for i := range l.Entries {
		if want := fmt.Sprint("clip", i, ".mp4"); l.Entries[i].Name != want || l.Entries[i].Size != 0 {
			t.Fatalf("entry %d is %+v", i, l.Entries[i])
		}
	}

	o := &reading{Reader: NewReader(t.Context(), playlist.Takes, nil)}
	o.entries = make([]Entry, Most-1)
	if !o.name(entry("a.mp4")) || o.name(entry("b.mp4")) || len(o.entries) != Most {
		t.Errorf("%d entries", len(o.entries))
	}
}

type entry string

func (e entry) Name() string               { return string(e) }
func (e entry) IsDir() bool                { return false }
func (e entry) Type() fs.FileMode          { return 0 }
func (e entry) Info() (fs.FileInfo, error) { return nil, fs.ErrNotExist }

// Another call of Read, or the end of the context, ends the reading; no goroutine is left.
func TestReadEnds(t *testing.T) {
	held, told := make(chan struct{}), make(chan *Listing, 10)
	t.Cleanup(func() { // after the end of all goroutines
		if len(told) > 0 {
			t.Errorf("%d more listings", len(told))
		}
	})
	leak.Check(t)
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "other"), 0o700))
	for i := range 50 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".mp4")), nil, 0o600))
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := NewReader(ctx, func(string) bool { <-held; return true }, func(l *Listing) { told <- l })
	r.Read(dir) // it waits
	r.Read(filepath.Join(dir, "other"))
	for l := range told {
		if !r.Current(l) {
			t.Fatalf("of the folder before: %q", l.Path)
		}
		if !l.Reading {
			break
		}
	}
	r.Read(dir)
	cancel()
	close(held)
}

// Numbered pictures are also one entry.
func TestSequences(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"shot_0100.dpx", "shot_0101.dpx", "shot_0103.dpx", "clip_1.mp4", "clip_2.mp4", "one_1.png"} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	l := last(read(t, dir))
	want := []string{"clip_1.mp4", "clip_2.mp4", "one_1.png", "shot_####.dpx, 3 pictures, 100–103", "shot_0100.dpx", "shot_0101.dpx", "shot_0103.dpx"}
	var got []string
	for i := range l.Entries {
		got = append(got, l.Entries[i].Label)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || l.Find("shot_####.dpx") < 0 {
		t.Errorf("%q, want %q", got, want)
	}
	if n := l.Counts(); n != (Counts{Videos: 2, Pictures: 4}) {
		t.Errorf("%+v", n)
	}
}
