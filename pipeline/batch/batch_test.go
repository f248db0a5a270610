package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

// videos makes a folder of three videos, one of them damaged, a file that only claims to be a
// video, a text file and a sound file.
func videos(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, sample := range map[string]string{
		"a.mp4": "tiny-420.mp4", "sub/a.mp4": "tiny-vfr.mp4", "sub/b.bin": "tiny-vp9.webm", "sub/sound.m4a": "tiny-sound-only.m4a",
	} {
		put(t, filepath.Join(dir, name), sample, nil)
	}
	put(t, filepath.Join(dir, "damaged.mp4"), "tiny-open-gop.mp4", func(data []byte) []byte {
		for i := len(data) / 4; i < len(data)/3; i += 50 {
			data[i] ^= 0x55
		}
		return data
	})
	write(t, filepath.Join(dir, "broken.mkv"), []byte("no film\n"))
	write(t, filepath.Join(dir, "notes.txt"), []byte(strings.Repeat("no film\n", 300)))
	write(t, filepath.Join(dir, ".hidden.mp4"), nil)
	write(t, filepath.Join(dir, "earlier.ndjson"), nil)
	return dir
}

func put(t *testing.T, name, sample string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile("../../samples/" + sample)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		data = change(data)
	}
	write(t, name, data)
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func options(t *testing.T, folder string, args ...string) Options {
	t.Helper()
	inputs, err := Find(args, folder)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Inputs: inputs, Folder: folder, Extension: ".ndjson", Jobs: 2, Program: "test",
		Job:    quads.Options{Stream: decode.Best, Format: quadfile.NDJSON, Params: analysis.Params{Threshold: 0.01}},
		Engine: func() (analysis.Engine, error) { return analysis.NewCPU(), nil },
	}
}

// watch is a Watcher; it calls those of its functions that are not nil.
type watch struct {
	progress func(input int, p pipeline.Progress)
	end      func(input int, r Result)
}

func (w watch) Begin(int) {}
func (w watch) Progress(input int, p pipeline.Progress) {
	if w.progress != nil {
		w.progress(input, p)
	}
}
func (w watch) End(input int, r Result) {
	if w.end != nil {
		w.end(input, r)
	}
}

// outcomes returns the outcome of each input, by name.
func outcomes(o Options, results []Result) map[string]Outcome {
	m := map[string]Outcome{}
	for i, r := range results {
		m[o.Inputs[i].Name] = r.Outcome
	}
	return m
}

func wantOutcomes(t *testing.T, o Options, results []Result, want map[string]Outcome) {
	t.Helper()
	if got := outcomes(o, results); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("outcomes %v, want %v", got, want)
	}
}

// tree returns the content of the files below a folder, without the journal,
// and the empty folders.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	m := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() == JournalName {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if entry.IsDir() {
			if list, _ := os.ReadDir(path); len(list) == 0 {
				m[name+"/"] = ""
			}
			return err
		}
		data, err := os.ReadFile(path)
		m[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func keys(m map[string]string) (list []string) {
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// The files of a folder are exported. Each output has the same bytes as when it is exported alone,
// with any number of jobs; a failure does not stop the others.
func TestRun(t *testing.T) {
	dir := videos(t)
	t.Chdir(filepath.Dir(dir))
	dir = filepath.Base(dir)
	want := map[string]string{}
	for _, name := range []string{"a.mp4", "damaged.mp4", "sub/a.mp4", "sub/b.bin"} {
		out := filepath.Join(t.TempDir(), "alone.ndjson")
		o := options(t, t.TempDir(), dir).Job
		o.Path, o.Out = filepath.Join(dir, name), out
		if _, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		want[name+".ndjson"] = string(data)
	}
	for _, jobs := range []int{1, 2, 5} {
		o := options(t, filepath.Join(t.TempDir(), "made", "here"), dir)
		o.Jobs = jobs
		var mu sync.Mutex
		ended := 0
		results, err := Run(context.Background(), o, watch{end: func(int, Result) {
			mu.Lock()
			ended++
			mu.Unlock()
		}})
		if err != nil {
			t.Fatal(err)
		}
		wantOutcomes(t, o, results, map[string]Outcome{
			"a.mp4": Done, "damaged.mp4": Done, "sub/a.mp4": Done, "sub/b.bin": Done,
			"broken.mkv": Failed, "notes.txt": LeftOut, "sub/sound.m4a": LeftOut,
		})
		if got := tree(t, o.Folder); !mapsEqual(got, want) {
			t.Errorf("%d jobs: files %q, want %q, or others' bytes", jobs, keys(got), keys(want))
		}
		for i, r := range results {
			if cut := o.Inputs[i].Name == "damaged.mp4"; r.Report.Faults.Any() != cut {
				t.Errorf("%s: faults %+v", o.Inputs[i].Name, r.Report.Faults)
			}
		}
		if ended != len(results) {
			t.Errorf("%d of %d ended", ended, len(results))
		}
	}
}

func mapsEqual(a, b map[string]string) bool {
	if !slices.Equal(keys(a), keys(b)) {
		return false
	}
	for name := range a {
		if a[name] != b[name] {
			return false
		}
	}
	return true
}

// A cancelled batch leaves the finished outputs and its journal.
func TestCancel(t *testing.T) {
	dir := videos(t)
	o := options(t, filepath.Join(t.TempDir(), "out"), dir)
	o.Jobs = 1
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	results, err := Run(ctx, o, watch{progress: func(input int, p pipeline.Progress) {
		if o.Inputs[input].Name == "damaged.mp4" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	wantOutcomes(t, o, results, map[string]Outcome{
		"a.mp4": Done, "broken.mkv": Failed, "damaged.mp4": Undone,
		"notes.txt": Undone, "sub/a.mp4": Undone, "sub/b.bin": Undone, "sub/sound.m4a": Undone,
	})
	if got := keys(tree(t, o.Folder)); !slices.Equal(got, []string{"a.mp4.ndjson"}) {
		t.Errorf("the folder holds %q", got)
	}
	o.Resume = true
	results, err = Run(context.Background(), o, watch{})
	if err != nil || outcomes(o, results)["a.mp4"] != Kept || outcomes(o, results)["damaged.mp4"] != Done {
		t.Errorf("resumed: %v, %v", outcomes(o, results), err)
	}
}

// A batch without any output leaves no folder.
func TestNothingIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "films/deep/broken.mkv"), []byte("no film"))
	write(t, filepath.Join(dir, "films/broken.mkv"), []byte("no film"))
	before := keys(tree(t, dir))
	o := options(t, filepath.Join(dir, "x", "out"), filepath.Join(dir, "films"))
	if _, err := Run(context.Background(), o, watch{}); err != nil {
		t.Fatal(err)
	}
	noEngine := errors.New("no engine")
	o.Engine = func() (analysis.Engine, error) { return nil, noEngine }
	if _, err := Run(context.Background(), o, watch{}); !errors.Is(err, noEngine) {
		t.Errorf("error %v", err)
	}
	if got := keys(tree(t, dir)); !slices.Equal(got, before) {
		t.Errorf("there are %q, before %q", got, before)
	}
}

func TestBusyFolder(t *testing.T) {
	folder := t.TempDir()
	j, err := openJournal(t.Context(), folder, Shard{}, false, every)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, folder, "../../samples/tiny-420.mp4")
	if _, err := Run(context.Background(), o, watch{}); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), folder) {
		t.Errorf("error %v", err)
	}
	j.close()
	if _, err := Run(context.Background(), o, watch{}); err != nil {
		t.Errorf("once it is free: %v", err)
	}
}

func every(name) bool { return true }

// FuzzJournal reads any text as a journal; the records that it reads survive.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"output":"a","file":{"size":1,"mtime":"2020-01-01T00:00:00Z"},"frames":3}` + "\n" + `{"output":"b`))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		folder := t.TempDir()
		name := filepath.Join(folder, JournalName)
		write(t, name, data)
		j, err := openJournal(t.Context(), folder, Shard{}, true, every)
		if err != nil {
			t.Fatal(err)
		}
		first := j.done
		if err := j.write(&record{Output: "new"}); err != nil {
			t.Fatal(err)
		}
		j.close()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if i := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1; !bytes.HasPrefix(data, text[:i]) {
			t.Errorf("%q became %q", data, text)
		}
		again, err := openJournal(t.Context(), folder, Shard{}, true, every)
		if err != nil {
			t.Fatal(err)
		}
		defer again.close()
		for output := range first {
			if _, ok := again.done[output]; !ok {
				t.Errorf("%q was lost", output)
			}
		}
		if _, ok := again.done["new"]; !ok {
			t.Error("the new record is not there")
		}
	})
}
