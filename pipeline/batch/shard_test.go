package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/atomicfiletest"
	"ffkvadrat/pipeline"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "3/8": {3, 8}, "1000/1000": {1000, 1000}} {
		if got, err := ParseShard(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "/", "0/3", "4/3", "-1/3", "+1/3", "1/3/5", "1/0", "a/b", "1 /3", "1/3000000000"} {
		if s, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), "3/8") {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

// fnv1a is the 64-bit hash from its definition.
func fnv1a(text string) uint64 {
	hash := uint64(14695981039346656037)
	for _, b := range []byte(text) {
		hash = (hash ^ uint64(b)) * 1099511628211
	}
	return hash
}

// Each video is in exactly one shard, which depends only on its name and the number of shards.
func TestShardsDivide(t *testing.T) {
	var all []Input
	for i := range 500 {
		all = append(all, Input{Name: filepath.Join("sub", fmt.Sprint(i%7), fmt.Sprintf("film %d ä\xff.mp4", i))})
	}
	for _, n := range []int{1, 2, 3, 4, 7, 8, 16, 100, 499, 1000} {
		seen := map[string]int{}
		for i := 1; i <= n; i++ {
			own, others := Shard{i, n}.Split(all)
			if len(own)+len(others) != len(all) {
				t.Fatalf("%d/%d: %d and %d of %d", i, n, len(own), len(others), len(all))
			}
			for _, in := range own {
				seen[in.Name]++
				if want := int(fnv1a(strings.ReplaceAll(in.Name, string(filepath.Separator), "/"))%uint64(n)) + 1; want != i {
					t.Errorf("%q is in shard %d of %d, want %d", in.Name, i, n, want)
				}
			}
		}
		for _, in := range all {
			if seen[in.Name] != 1 {
				t.Errorf("%q is in %d of %d shards", in.Name, seen[in.Name], n)
			}
		}
	}
}

// sharded returns the options of a shard.
func sharded(t *testing.T, s Shard, folder, videos string) Options {
	o := options(t, folder, videos)
	o.Shard = s
	o.Inputs, o.Others = s.Split(o.Inputs)
	return o
}

// Shards that run concurrently in one folder make what one run makes, byte for byte. A later run
// keeps all their outputs, as do other shards.
func TestShardsMakeTheWhole(t *testing.T) {
	videos := videos(t)
	for i := range 4 {
		put(t, filepath.Join(videos, fmt.Sprintf("more/%d.png", i)), "tiny-still.png", nil)
	}
	whole := options(t, t.TempDir(), videos)
	if _, err := Run(t.Context(), whole, watch{}); err != nil {
		t.Fatal(err)
	}
	want := tree(t, whole.Folder)
	wanted := outcomes(whole, make([]Result, len(whole.Inputs)))
	for _, n := range []int{1, 2, 3, 5, 8, 40} {
		folder := t.TempDir()
		var mu sync.Mutex
		got := map[string]Outcome{}
		var shards sync.WaitGroup
		for i := 1; i <= n; i++ {
			shards.Go(func() {
				o := sharded(t, Shard{i, n}, folder, videos)
				results, err := Run(t.Context(), o, watch{})
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				for name, outcome := range outcomes(o, results) {
					if _, twice := got[name]; twice {
						t.Errorf("%s is in two of %d shards", name, n)
					}
					got[name] = outcome
				}
			})
		}
		shards.Wait()
		if len(got) != len(wanted) {
			t.Errorf("%d shards: %d of %d files", n, len(got), len(wanted))
		}
		if made := outputsIn(t, folder); !mapsEqual(made, want) {
			t.Errorf("%d shards: files %q, want %q, or others' bytes", n, keys(made), keys(want))
		}
		again := options(t, folder, videos)
		again.Resume = true
		other := sharded(t, Shard{1, 2}, folder, videos)
		other.Resume = true
		for _, o := range []Options{again, other} {
			results, err := Run(t.Context(), o, watch{})
			if err != nil {
				t.Fatal(err)
			}
			for name, outcome := range outcomes(o, results) {
				if outcome == Done {
					t.Errorf("%d shards: %s was made again", n, name)
				}
			}
		}
	}
}

// outputsIn is tree without the journals of shards and without empty folders.
func outputsIn(t *testing.T, folder string) map[string]string {
	m := tree(t, folder)
	for name := range m {
		if strings.HasPrefix(name, journalStem) || strings.HasSuffix(name, "/") {
			delete(m, name)
		}
	}
	return m
}

// A run of all videos and a shard never write to a folder concurrently, nor do two runs of the same
// shard, nor shards of different numbers. No lock files remain.
func TestShardsAreBusy(t *testing.T) {
	for name, c := range map[string]struct {
		first, second Shard
		busy          bool
	}{
		"two wholes":            {Shard{}, Shard{}, true},
		"a shard beside all":    {Shard{}, Shard{1, 2}, true},
		"all beside a shard":    {Shard{1, 2}, Shard{}, true},
		"the same shard":        {Shard{1, 2}, Shard{1, 2}, true},
		"another shard":         {Shard{1, 2}, Shard{2, 2}, false},
		"shards of two numbers": {Shard{1, 2}, Shard{3, 3}, true},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			first, err := openJournal(t.Context(), folder, c.first, false, every)
			if err != nil {
				t.Fatal(err)
			}
			second, err := openJournal(t.Context(), folder, c.second, false, every)
			if c.busy != errors.Is(err, ErrBusy) || err != nil && !strings.Contains(err.Error(), folder) {
				t.Errorf("error %v", err)
			}
			first.close()
			if err == nil {
				second.close()
			}
			if second, err = openJournal(t.Context(), folder, c.second, false, every); err != nil {
				t.Fatalf("once it is free: %v", err)
			}
			second.close()
			if left, _ := os.ReadDir(folder); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A file that is removed between opening and locking is opened again.
func TestLockOfARemovedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var lockers sync.WaitGroup
	var mu sync.Mutex
	for range 8 {
		lockers.Go(func() {
			for range 200 {
				file, err := lock(path, atomicfile.Exclusive)
				if errors.Is(err, ErrBusy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if !mu.TryLock() {
					t.Error("two have the lock")
					return
				}
				runtime.Gosched()
				mu.Unlock()
				removeEmptyFile(file)
			}
		})
	}
	lockers.Wait()
}

// A shard never replaces a video of another shard.
func TestShardSparesOthersVideos(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.mp4"), "tiny-420.mp4", nil)
	put(t, filepath.Join(dir, "a.mp4.ndjson"), "tiny-vfr.mp4", nil)
	before := tree(t, dir)
	for i := range 2 {
		o := sharded(t, Shard{i + 1, 2}, dir, dir)
		o.Inputs, o.Others = nil, nil
		for _, name := range []string{"a.mp4", "a.mp4.ndjson"} {
			in := Input{Path: filepath.Join(dir, name), Name: name}
			if (name == "a.mp4") == (i == 0) {
				o.Inputs = append(o.Inputs, in)
			} else {
				o.Others = append(o.Others, in)
			}
		}
		results, err := Run(t.Context(), o, watch{})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && !errors.Is(results[0].Err, ErrInput) {
			t.Errorf("%v", results[0].Err)
		}
	}
	if after := tree(t, dir); after["a.mp4.ndjson"] != before["a.mp4.ndjson"] {
		t.Error("a video was replaced")
	}
}

// An interrupted shard resumes, and other shards' partial files stay.
func TestShardResumes(t *testing.T) {
	videos, folder := t.TempDir(), t.TempDir()
	for i := range 12 {
		put(t, filepath.Join(videos, fmt.Sprintf("%d.mp4", i)), "tiny-420.mp4", nil)
	}
	o := sharded(t, Shard{1, 2}, folder, videos)
	if len(o.Inputs) < 3 || len(o.Others) < 3 {
		t.Fatalf("%d and %d videos", len(o.Inputs), len(o.Others))
	}
	o.Jobs = 1
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	Run(ctx, o, watch{progress: func(input int, _ pipeline.Progress) {
		if input == 2 {
			cancel()
		}
	}})
	own := atomicfiletest.LeaveElsewhere(t, filepath.Join(folder, o.Inputs[2].Name+".ndjson"))
	others := atomicfiletest.LeaveElsewhere(t, filepath.Join(folder, o.Others[0].Name+".ndjson"))
	o.Resume = true
	results, err := Run(t.Context(), o, watch{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if want := map[bool]Outcome{true: Kept, false: Done}[i < 2]; r.Outcome != want {
			t.Errorf("%s: outcome %d, want %d", o.Inputs[i].Name, r.Outcome, want)
		}
	}
	left := keys(tree(t, folder))
	if slices.Contains(left, filepath.Base(own)) || !slices.Contains(left, filepath.Base(others)) {
		t.Errorf("%q", left)
	}
}

// A shard holds the common journal's lock briefly when it ends. One that begins then waits for it.
func TestShardAtAnothersEnd(t *testing.T) {
	folder := t.TempDir()
	ends, err := lock(filepath.Join(folder, JournalName), atomicfile.Exclusive)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { removeEmptyFile(ends) })
	j, err := openJournal(t.Context(), folder, Shard{1, 2}, true, every)
	if err != nil {
		t.Fatal(err)
	}
	j.close()
}
