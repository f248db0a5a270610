package atomicfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/platform"
)

func create(t *testing.T, name, content string) *File {
	t.Helper()
	f, err := Create(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	return f
}

func commit(t *testing.T, name, content string) {
	t.Helper()
	if err := create(t, name, content).Commit(); err != nil {
		t.Fatal(err)
	}
}

func wantFile(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

// wantNames checks that a folder contains exactly these entries.
func wantNames(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("folder holds %q, want %q", got, want)
	}
}

// TestCommit: a file has its name once it is committed, and not before.
func TestCommit(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")
	f := create(t, name, "new")
	if f.Name() != name {
		t.Errorf("Name() = %q", f.Name())
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 || !strings.HasPrefix(entries[0].Name(), ".out.json.tmp-") {
		t.Errorf("while writing the folder holds %v", entries)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, "out.json")
	wantFile(t, name, "new")

	f.Abort()
	wantFile(t, name, "new")
	if _, err := f.Write([]byte("x")); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Write after Commit: %v", err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("second Commit: %v", err)
	}
}

// TestWriteFile: the name shows the new content, or after an error the old one.
func TestWriteFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	failed := errors.New("failed")
	for _, c := range []struct {
		text, want string
		err        error
	}{{"one", "one", nil}, {"two", "one", failed}, {"three", "three", nil}} {
		err := WriteFile(t.Context(), name, func(w io.Writer) error {
			_, err := io.WriteString(w, c.text)
			return errors.Join(err, c.err)
		})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.text, err)
		}
		if got, _ := os.ReadFile(name); string(got) != c.want {
			t.Errorf("after %q, the file has %q", c.text, got)
		}
	}
}

func TestOldFileStaysUntilCommit(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")
	commit(t, name, "old")
	big := strings.Repeat("x", 3*bufferSize)
	f := create(t, name, big)
	wantFile(t, name, "old")
	f.Abort()
	f.Abort()
	wantFile(t, name, "old")
	wantNames(t, dir, "out.json")
	commit(t, name, big)
	wantFile(t, name, big)
}

func TestPermissions(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	want, err := os.Stat(plain)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "out")
	commit(t, name, "a")
	if got, _ := os.Stat(name); got.Mode() != want.Mode() {
		t.Errorf("mode %v, want %v", got.Mode(), want.Mode())
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	commit(t, name, "b")
	if got, _ := os.Stat(name); got.Mode() != permissions(0o640) {
		t.Errorf("mode %v after a replacement, want %v", got.Mode(), permissions(0o640))
	}
}

func TestSymbolicLinks(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"real", "links/deep"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, name string) {
		t.Helper()
		platform.Symlink(t, target, filepath.Join(dir, name))
	}
	link("../real/out", "links/direct")
	link("direct", "links/twice")
	link(filepath.Join(dir, "links/deep"), "hop")
	link("../../real/out", "links/deep/up")
	link("loop", "loop")

	// The first one dangles: its target does not exist yet.
	for _, name := range []string{"links/direct", "links/twice", "hop/up"} {
		commit(t, filepath.Join(dir, name), name)
		wantFile(t, filepath.Join(dir, "real/out"), name)
		wantNames(t, filepath.Join(dir, "real"), "out")
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
	}
	if _, err := Create(context.Background(), filepath.Join(dir, "loop")); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("a loop: %v", err)
	}
}

func TestDirectTargets(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, os.DevNull, "x")
	if after, err := os.Stat(os.DevNull); err != nil || !os.SameFile(before, after) {
		t.Fatalf("%s was replaced: %v", os.DevNull, err)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		want error
	}{
		{dir, syscall.EISDIR},
		{dir + "/", syscall.EISDIR},
		{"", fs.ErrNotExist},
		{filepath.Join(dir, "none/out"), fs.ErrNotExist},
		{filepath.Join(plain, "out"), syscall.ENOTDIR},
		{filepath.Join(dir, strings.Repeat("n", 256)), syscall.ENAMETOOLONG},
		{"/proc/ffkvadrat", fs.ErrNotExist},
	} {
		f, err := Create(context.Background(), c.name)
		if err == nil {
			f.Abort()
		}
		if !errors.Is(err, c.want) {
			t.Errorf("Create(%q): %v, want %v", c.name, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), ".tmp-") || strings.Contains(err.Error(), "\n") {
			t.Errorf("unclear: %v", err)
		}
	}
	wantNames(t, dir, "plain")
}

// TestLongName: the name is too long to fit completely into the temporary name.
func TestLongName(t *testing.T) {
	name := filepath.Join(t.TempDir(), strings.Repeat("n", 255))
	commit(t, name, "x")
	wantFile(t, name, "x")
}

// TestCommitFails: the rename fails because a folder takes the name before.
func TestCommitFails(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	f := create(t, name, "x")
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
	err := f.Commit()
	if err == nil || !strings.HasPrefix(err.Error(), `atomicfile: rename "`) {
		t.Errorf("Commit: %v", err)
	}
	wantNames(t, dir, "out")
}

func TestManyWrites(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	f := create(t, name, "")
	var want bytes.Buffer
	for i := range 1000 {
		p := bytes.Repeat([]byte{byte(i)}, i)
		want.Write(p)
		if _, err := f.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, want.String())
}

// TestSeek completes a header at the end.
func TestSeek(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.mp4")
	f := create(t, name, "size ? data")
	for _, c := range []struct {
		offset int64
		whence int
		at     int64
		then   string
	}{{5, io.SeekStart, 5, "6"}, {0, io.SeekEnd, 11, "!"}, {0, io.SeekCurrent, 12, "."}} {
		if at, err := f.Seek(c.offset, c.whence); at != c.at || err != nil {
			t.Fatalf("Seek(%d, %d) = %d, %v", c.offset, c.whence, at, err)
		}
		if _, err := f.Write([]byte(c.then)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Seek(-1, io.SeekStart); err == nil || strings.Contains(err.Error(), ".tmp-") {
		t.Errorf("before the start: %v", err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "size 6 data!.")
	if _, err := f.Seek(0, io.SeekStart); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after Commit: %v", err)
	}
}

// TestReplaces: only files are replaced.
func TestReplaces(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for name, target := range map[string]string{"link": "file", "links": "link", "dangling": "nothing", "loop": "loop", "null": os.DevNull} {
		platform.Symlink(t, target, filepath.Join(dir, name))
	}
	for name, want := range map[string]bool{
		filepath.Join(dir, "file"): true, filepath.Join(dir, "link"): true, filepath.Join(dir, "links"): true,
		filepath.Join(dir, "dangling"): false, filepath.Join(dir, "loop"): false, filepath.Join(dir, "null"): false,
		filepath.Join(dir, "nothing"): false, filepath.Join(dir, "no", "folder"): false, dir: false, "": false, os.DevNull: false,
		fmt.Sprintf("/dev/fd/%d", file.Fd()): false, fmt.Sprintf("/proc/self/fd/%d", file.Fd()): false,
	} {
		if got := Replaces(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
