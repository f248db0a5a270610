package atomicfile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/atomicfile/atomicfiletest"
	"ffkvadrat/atomicfile/internal/tempname"
	"ffkvadrat/tests/platform"
)

// lookAlikes are hidden files that other programs can have made.
var lookAlikes = []string{".a.json.tmp-", ".a.json.tmp-UPPER!", ".a.json.tmp-1", ".a.json.tmp-12345678-20240101", ".a.json.tmp-12345678-20240101-12345678", "-", ".tmp-2", "1"}

// TestSweepOnCreate: writing into a folder removes the files that killed processes have left there for
// any name, and nothing else.
func TestSweepOnCreate(t *testing.T) {
	for _, start := range []func(string) (*File, error){
		func(name string) (*File, error) { return Create(context.Background(), name) },
		func(name string) (*File, error) { return Replace(name, 0) },
	} {
		dir := t.TempDir()
		for _, name := range []string{"a.json", "b.mp4", strings.Repeat("n", 250)} {
			atomicfiletest.Leave(t, filepath.Join(dir, name))
		}
		stay := slices.Clone(lookAlikes)
		for _, name := range stay {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			atomicfiletest.Age(t, filepath.Join(dir, name), 10*abandoned)
		}
		folder := tempname.New("folder", tempname.Boot())
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
		other := create(t, filepath.Join(dir, "other"), "half of it")
		defer other.Abort()
		clear(swept.at) // like another process

		f, err := start(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		stay = append(stay, folder, filepath.Base(other.temp), "out")
		slices.Sort(stay)
		wantNames(t, dir, stay...)
		if err := other.Commit(); err != nil {
			t.Error(err)
		}
	}
}

// TestSweepOfALink: a link with the name of a temporary file stays.
func TestSweepOfALink(t *testing.T) {
	dir := t.TempDir()
	link := tempname.New("link", tempname.Boot())
	platform.Symlink(t, "1", filepath.Join(dir, link))
	if err := SweepFolder(dir, nil); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, link)
}

// TestSweepsAgain: a folder is swept again after a process has been writing there for a while.
func TestSweepsAgain(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	commit(t, name, "one")
	left := filepath.Base(atomicfiletest.Leave(t, name))
	commit(t, name, "two")
	wantNames(t, dir, left, "out")
	swept.at[dir] = swept.at[dir].Add(-sweepEvery)
	commit(t, name, "three")
	wantNames(t, dir, "out")
}

// TestSweepElsewhere: a file that may be another machine's stays, unless it is abandoned or idle
// reports true.
func TestSweepElsewhere(t *testing.T) {
	dir := t.TempDir()
	var lately, known string
	for name, ago := range map[string]time.Duration{"lately": abandoned - time.Hour, "long ago": abandoned + time.Hour, "known": 0} {
		temp := atomicfiletest.LeaveElsewhere(t, filepath.Join(dir, name))
		atomicfiletest.Age(t, temp, ago)
		switch name {
		case "lately":
			lately = filepath.Base(temp)
		case "known":
			known = filepath.Base(temp)
		}
	}
	if err := SweepFolder(dir, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{lately, known}
	slices.Sort(want)
	wantNames(t, dir, want...)
	if err := Sweep(filepath.Join(dir, "known"), filepath.Join(dir, "none", "x"), filepath.Join(dir, "folder")+"/", ""); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, lately)
}

// TestSweepOfALockedFile: if idle is wrong, locked files still stay.
func TestSweepOfALockedFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	f := create(t, name, "whole")
	if err := Sweep(name); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "whole")
}

// TestSweepFolderNames: idle gets the part of a name that is in the temporary name.
func TestSweepFolderNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.json", strings.Repeat("n", 250)} {
		atomicfiletest.LeaveElsewhere(t, filepath.Join(dir, name))
	}
	var seen []string
	idle := func(name string) bool {
		seen = append(seen, name)
		return true
	}
	if err := SweepFolder(dir, idle); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir)
	if slices.Sort(seen); !slices.Equal(seen, []string{"a.json", strings.Repeat("n", 200)}) {
		t.Errorf("%q", seen)
	}
	if err := SweepFolder(filepath.Join(dir, "none"), idle); err != nil {
		t.Error(err)
	}
}

// TestSweepMeanwhile: files are written while others sweep continuously, also between the creation of a
// temporary file and its lock, and between the lock and the rename.
func TestSweepMeanwhile(t *testing.T) {
	dir := t.TempDir()
	var writers, sweepers sync.WaitGroup
	end := make(chan struct{})
	for range 3 {
		sweepers.Go(func() {
			for {
				if err := SweepFolder(dir, func(string) bool { return true }); err != nil {
					t.Error(err)
				}
				select {
				case <-end:
					return
				default:
				}
			}
		})
	}
	for w := range 4 {
		writers.Go(func() {
			for i := range 60 {
				f, err := Create(context.Background(), filepath.Join(dir, fmt.Sprint("same ", i%2)))
				if err == nil {
					fmt.Fprint(f, w, i)
					err = f.Commit()
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
	close(end)
	sweepers.Wait()
	wantNames(t, dir, "same 0", "same 1")
}
