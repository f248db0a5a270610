package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/job"
	"ffkvadrat/selection"
)

// films makes a folder of three films, one damaged, one that claims to be a
// film, a text and a sound.
func films(t *testing.T) string {
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
	data, err := os.ReadFile("../samples/" + sample)
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
		Inputs: inputs, Folder: folder, Ending: ".ndjson", Jobs: 2, Program: "test",
		Job:    job.Options{Stream: decode.Best, Format: export.NDJSON, Params: analysis.Params{Threshold: 0.01}},
		Engine: func() (analysis.Engine, error) { return analysis.NewCPU(), nil },
	}
}

// watch calls its functions, those that are there.
type watch struct {
	progress func(input int, p job.Progress)
	end      func(input int, r Result)
}

func (w watch) Begin(int) {}
func (w watch) Progress(input int, p job.Progress) {
	if w.progress != nil {
		w.progress(input, p)
	}
}
func (w watch) End(input int, r Result) {
	if w.end != nil {
		w.end(input, r)
	}
}

// outcomes are what became of the inputs, by name.
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

// tree is what the files below a folder hold, the journal left out, and the
// empty folders.
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

// The files of a folder are exported, each to the bytes that it has alone,
// however many at a time; what fails stops nothing.
func TestRun(t *testing.T) {
	dir := films(t)
	t.Chdir(filepath.Dir(dir))
	dir = filepath.Base(dir)
	want := map[string]string{}
	for _, name := range []string{"a.mp4", "damaged.mp4", "sub/a.mp4", "sub/b.bin"} {
		out := filepath.Join(t.TempDir(), "alone.ndjson")
		o := options(t, t.TempDir(), dir).Job
		o.Path, o.Out = filepath.Join(dir, name), out
		if _, err := job.Run(context.Background(), analysis.NewCPU(), o, nil); err != nil {
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

// What failed is tried again, what is finished stays as it is, and what is not
// the same any more is made again.
func TestResume(t *testing.T) {
	dir := films(t)
	folder := t.TempDir()
	run := func(change func(*Options)) map[string]Outcome {
		o := options(t, folder, dir)
		o.Resume = true
		if change != nil {
			change(&o)
		}
		results, err := Run(context.Background(), o, watch{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			if r.Outcome == Kept && (r.Report.Frames == 0 || r.Report.Faults.Any() != (o.Inputs[i].Name == "damaged.mp4")) {
				t.Errorf("%s: the report of the earlier run is %+v", o.Inputs[i].Name, r.Report)
			}
		}
		return outcomes(o, results)
	}
	made := func(m map[string]Outcome) (list []string) {
		for name, outcome := range m {
			if outcome == Done {
				list = append(list, name)
			}
		}
		slices.Sort(list)
		return list
	}
	all := []string{"a.mp4", "damaged.mp4", "sub/a.mp4", "sub/b.bin"}
	later := time.Now().Add(time.Hour)
	for _, c := range []struct {
		name   string
		change func(*Options)
		made   []string
	}{
		{"first", nil, all},
		{"again", nil, nil},
		{"another number of jobs", func(o *Options) { o.Jobs = 5 }, nil},
		{"an output is gone", func(*Options) { os.Remove(filepath.Join(folder, "a.mp4.ndjson")) }, all[:1]},
		{"an output was touched", func(*Options) { os.Chtimes(filepath.Join(folder, "sub/a.mp4.ndjson"), later, later) }, all[2:3]},
		{"an output was cut", func(*Options) { os.Truncate(filepath.Join(folder, "damaged.mp4.ndjson"), 10) }, all[1:2]},
		{"a film has changed", func(*Options) { os.Chtimes(filepath.Join(dir, "sub/b.bin"), later, later) }, all[3:]},
		{"a new film", func(o *Options) {
			put(t, filepath.Join(dir, "new.gif"), "tiny-palette.gif", nil)
			o.Inputs = options(t, folder, dir).Inputs
		}, []string{"new.gif"}},
		{"again", nil, nil},
		{"not resumed", func(o *Options) { o.Resume = false }, append(slices.Clone(all), "new.gif")},
		{"again", nil, nil},
		{"another threshold", func(o *Options) { o.Job.Params.Threshold = 0.02 }, append(slices.Clone(all), "new.gif")},
		{"another selection", func(o *Options) {
			o.Job.Params.Threshold = 0.02
			o.Job.Selection = selection.Selection{Frames: 2}
		}, append(slices.Clone(all), "new.gif")},
		{"another version", func(o *Options) {
			o.Job.Params.Threshold = 0.02
			o.Job.Selection = selection.Selection{Frames: 2}
			o.Program = "later"
		}, append(slices.Clone(all), "new.gif")},
	} {
		slices.Sort(c.made)
		if got := made(run(c.change)); !slices.Equal(got, c.made) {
			t.Errorf("%s: made %q, want %q", c.name, got, c.made)
		}
	}
}

// A run that is killed is gone on with: what was finished stays untouched, the
// rest is as without the kill, and nothing else is left.
func TestResumeAfterKill(t *testing.T) {
	if dir := os.Getenv("FFKVADRAT_BATCH_TEST"); dir != "" {
		victim(t, dir)
		return
	}
	root := t.TempDir()
	dir, folder := filepath.Join(root, "films"), filepath.Join(root, "out")
	for _, name := range []string{"1.mp4", "2.mp4", "3.mp4", "sub/4.mp4"} {
		put(t, filepath.Join(dir, name), "sample.mp4", nil)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestResumeAfterKill$")
	cmd.Env = append(os.Environ(), "FFKVADRAT_BATCH_TEST="+root)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	found := false
	for lines := bufio.NewScanner(pipe); !found && lines.Scan(); {
		found = lines.Text() == "in the middle of the third"
	}
	cmd.Process.Kill()
	cmd.Wait()
	if !found {
		t.Fatal("the run ended by itself")
	}
	before := tree(t, folder)
	if len(before) != 3 || before["1.mp4.ndjson"] == "" || before["2.mp4.ndjson"] == "" {
		t.Fatalf("after the kill there are %q", keys(before))
	}
	stamps := map[string]stamp{}
	for name := range before {
		stamps[name], _ = stampOf(filepath.Join(folder, name))
	}

	o := killed(t, root)
	o.Resume = true
	results, err := Run(context.Background(), o, watch{})
	if err != nil {
		t.Fatal(err)
	}
	wantOutcomes(t, o, results, map[string]Outcome{"1.mp4": Kept, "2.mp4": Kept, "3.mp4": Done, "sub/4.mp4": Done})
	for _, name := range []string{"1.mp4.ndjson", "2.mp4.ndjson"} {
		if now, _ := stampOf(filepath.Join(folder, name)); !now.same(stamps[name]) {
			t.Errorf("%s was written again", name)
		}
	}
	whole := killed(t, root)
	whole.Folder = filepath.Join(root, "whole")
	if _, err := Run(context.Background(), whole, watch{}); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(t, folder), tree(t, whole.Folder); !mapsEqual(got, want) {
		t.Errorf("files %q, a run in one piece gives %q, or other bytes", keys(got), keys(want))
	}
}

func killed(t *testing.T, root string) Options {
	o := options(t, filepath.Join(root, "out"), filepath.Join(root, "films"))
	o.Jobs = 1
	o.Job.Params.MinSize, o.Job.Selection.Frames = 8, 60
	return o
}

// victim waits to be killed in the middle of the third film.
func victim(t *testing.T, root string) {
	Run(context.Background(), killed(t, root), watch{progress: func(input int, p job.Progress) {
		if input == 2 && p.Frames == 30 {
			fmt.Println("in the middle of the third")
			select {}
		}
	}})
}

// A cancelled batch leaves what is finished, and its journal.
func TestCancel(t *testing.T) {
	dir := films(t)
	o := options(t, filepath.Join(t.TempDir(), "out"), dir)
	o.Jobs = 1
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	results, err := Run(ctx, o, watch{progress: func(input int, p job.Progress) {
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

// A batch of which nothing comes leaves no folder.
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
	j, err := openJournal(t.Context(), folder, false, every)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, folder, "../samples/tiny-420.mp4")
	if _, err := Run(context.Background(), o, watch{}); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), folder) {
		t.Errorf("error %v", err)
	}
	j.close()
	if _, err := Run(context.Background(), o, watch{}); err != nil {
		t.Errorf("once it is free: %v", err)
	}
}

// Names of any bytes are found again in the journal.
func TestResumeNamesOfAnyBytes(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	for _, name := range []string{"\xff.mp4", "\xfe.mp4", "%FF.mp4", "100 %.mp4", "\uFFFD\n.mp4"} {
		put(t, filepath.Join(dir, name), "tiny-still.png", nil)
	}
	for _, want := range []Outcome{Done, Kept} {
		o := options(t, folder, dir)
		o.Resume = true
		results, err := Run(context.Background(), o, watch{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			if r.Outcome != want {
				t.Errorf("%q: outcome %d, want %d: %v", o.Inputs[i].Name, r.Outcome, want, r.Err)
			}
		}
	}
}

// What stands beside an export is part of it: a playlist that is gone is made
// again, and half of one is taken away.
func TestResumePlaylists(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a.mp4"), "tiny-420.mp4", nil)
	run := func() Outcome {
		o := options(t, folder, dir)
		o.Job.Format, o.Job.Playlist, o.Ending, o.Resume = export.YUView, true, export.YUView.Ending(), true
		results, err := Run(context.Background(), o, watch{})
		if err != nil {
			t.Fatal(err)
		}
		return results[0].Outcome
	}
	if got := run(); got != Done {
		t.Fatalf("outcome %d", got)
	}
	whole := tree(t, folder)
	write(t, filepath.Join(folder, ".a.mp4.yuvplaylist.tmp-abc"), []byte("half"))
	if got := run(); got != Kept {
		t.Errorf("again: outcome %d", got)
	}
	if got := tree(t, folder); !slices.Equal(keys(got), keys(whole)) {
		t.Errorf("%q, want %q", keys(got), keys(whole))
	}
	if err := os.Remove(filepath.Join(folder, "a.mp4.yuvplaylist")); err != nil {
		t.Fatal(err)
	}
	if got := run(); got != Done {
		t.Errorf("without the playlist: outcome %d", got)
	}
	if got := tree(t, folder); got["a.mp4.yuvplaylist"] != whole["a.mp4.yuvplaylist"] {
		t.Error("the playlist is not what it was")
	}
}

// An export never takes the place of another video of the batch.
func TestOutputIsAnInput(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.mp4"), "tiny-still.png", nil)
	put(t, filepath.Join(dir, "a.mp4.ndjson"), "tiny-420.mp4", nil)
	put(t, filepath.Join(dir, "b.mp4"), "tiny-still.png", nil)
	if err := os.Symlink("a.mp4", filepath.Join(dir, "b.mp4.ndjson")); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	o := options(t, dir, filepath.Join(dir, "a.mp4"), filepath.Join(dir, "b.mp4"), filepath.Join(dir, "a.mp4.ndjson"))
	results, err := Run(context.Background(), o, watch{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results[:2] {
		if r.Outcome != Failed || !errors.Is(r.Err, ErrInput) {
			t.Errorf("%s: outcome %d, %v", o.Inputs[i].Name, r.Outcome, r.Err)
		}
	}
	if results[2].Outcome != Done {
		t.Errorf("outcome %d, %v", results[2].Outcome, results[2].Err)
	}
	after := tree(t, dir)
	for name, data := range before {
		if after[name] != data {
			t.Errorf("%s is not what it was", name)
		}
	}
}

// So it is for those that are found in a folder, whatever their names, and for
// one with the journal's name.
func TestOutputIsAFoundInput(t *testing.T) {
	formats := []struct {
		format      export.Format
		compression export.Compression
	}{{export.NDJSON, export.Plain}, {export.JSON, export.Plain}, {export.CSV, export.Plain}, {export.YUView, export.Plain}, {export.COCO, export.Plain}, {export.NDJSON, export.Zstd}, {export.CSV, export.Gzip}}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.mkv"), "tiny-still.png", nil)
	for i, f := range formats {
		sample := []string{"tiny-420.mp4", "tiny-still.png", "tiny-mpeg2.ts", "tiny-sound-only.m4a"}[i%4]
		put(t, filepath.Join(dir, "a.mkv"+f.format.Ending()+f.compression.Ending()), sample, nil)
	}
	before := tree(t, dir)
	for _, f := range formats {
		o := options(t, dir, dir)
		o.Job.Format, o.Job.Compression, o.Ending = f.format, f.compression, f.format.Ending()+f.compression.Ending()
		results, err := Run(context.Background(), o, watch{})
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != len(before) || results[0].Outcome != Failed || !errors.Is(results[0].Err, ErrInput) {
			t.Errorf("%s: %d results, the first %+v", o.Ending, len(results), results[0])
		}
		after := tree(t, dir)
		for name := range after {
			if data, ok := before[name]; !ok { // an export, which is none to the next batch
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			} else if after[name] != data {
				t.Errorf("%s: %s is not what it was", o.Ending, name)
			}
		}
	}

	journal := filepath.Join(t.TempDir(), JournalName)
	put(t, journal, "tiny-420.mp4", nil)
	o := options(t, filepath.Dir(journal), journal)
	if _, err := Run(context.Background(), o, watch{}); !errors.Is(err, ErrInput) || !strings.Contains(err.Error(), JournalName) {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(journal); err != nil || string(after) != before["a.mkv.ndjson"] {
		t.Errorf("the video with the journal's name is not what it was: %v", err)
	}
}

func every(name) bool { return true }

// FuzzJournal reads anything, and keeps what it has read.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"output":"a","file":{"size":1,"mtime":"2020-01-01T00:00:00Z"},"frames":3}` + "\n" + `{"output":"b`))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		folder := t.TempDir()
		name := filepath.Join(folder, JournalName)
		write(t, name, data)
		j, err := openJournal(t.Context(), folder, true, every)
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
		again, err := openJournal(t.Context(), folder, true, every)
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
