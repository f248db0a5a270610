package batch

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ffkvadrat/atomicfile/atomicfiletest"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
)

// A failed export is tried again, a finished one stays as it is, and one whose
// input, settings or output have changed is made again.
func TestResume(t *testing.T) {
	dir := videos(t)
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
		{"cubes", func(o *Options) { o.Job.Params.Threshold, o.Job.Cube = 0.02, 8 }, append(slices.Clone(all), "new.gif")},
		{"another selection", func(o *Options) {
			o.Job.Params.Threshold = 0.02
			o.Job.Selection = pipeline.Selection{Frames: 2}
		}, append(slices.Clone(all), "new.gif")},
		{"another version", func(o *Options) {
			o.Job.Params.Threshold = 0.02
			o.Job.Selection = pipeline.Selection{Frames: 2}
			o.Program = "later"
		}, append(slices.Clone(all), "new.gif")},
	} {
		slices.Sort(c.made)
		if got := made(run(c.change)); !slices.Equal(got, c.made) {
			t.Errorf("%s: made %q, want %q", c.name, got, c.made)
		}
	}
}

// A killed run is continued: finished outputs stay untouched, the rest is the
// same as without the kill, and nothing else is left.
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

// victim blocks in the middle of the third video until it is killed.
func victim(t *testing.T, root string) {
	Run(context.Background(), killed(t, root), watch{progress: func(input int, p pipeline.Progress) {
		if input == 2 && p.Frames == 30 {
			fmt.Println("in the middle of the third")
			select {}
		}
	}})
}

// Names of any bytes round-trip through the journal.
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

// A playlist or a table of frames next to an export is part of it: if it is missing the export is
// made again, and a partial one is removed.
func TestResumeCompanions(t *testing.T) {
	for format, extension := range map[quadfile.Format]string{quadfile.YUView: ".yuvplaylist", quadfile.Parquet: ".frames.parquet"} {
		t.Run(format.String(), func(t *testing.T) { resumeCompanions(t, format, extension) })
	}
}

func resumeCompanions(t *testing.T, format quadfile.Format, extension string) {
	dir, folder := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a.mp4"), "tiny-420.mp4", nil)
	run := func() Outcome {
		o := options(t, folder, dir)
		o.Job.Format, o.Job.Playlist, o.Extension, o.Resume = format, true, format.Extension(), true
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
	atomicfiletest.LeaveElsewhere(t, filepath.Join(folder, "a.mp4"+extension))
	if got := run(); got != Kept {
		t.Errorf("again: outcome %d", got)
	}
	if got := tree(t, folder); !slices.Equal(keys(got), keys(whole)) {
		t.Errorf("%q, want %q", keys(got), keys(whole))
	}
	if err := os.Remove(filepath.Join(folder, "a.mp4"+extension)); err != nil {
		t.Fatal(err)
	}
	if got := run(); got != Done {
		t.Errorf("without it: outcome %d", got)
	}
	if got := tree(t, folder); got["a.mp4"+extension] != whole["a.mp4"+extension] {
		t.Error("it is not what it was")
	}
}

// A relative path means another video in another folder, even if both have the same size and time.
func TestResumeElsewhere(t *testing.T) {
	folder, when := t.TempDir(), time.Now().Add(-time.Hour)
	dirs := []string{t.TempDir(), t.TempDir()}
	for i, dir := range dirs {
		video := filepath.Join(dir, "a.mp4")
		put(t, video, "tiny-420.mp4", func(data []byte) []byte {
			data[len(data)-1] ^= byte(i) // in the samples of the last frame
			return data
		})
		if err := os.Chtimes(video, when, when); err != nil {
			t.Fatal(err)
		}
	}
	for run, c := range []struct {
		dir  string
		want Outcome
	}{{dirs[0], Done}, {dirs[1], Done}, {dirs[1], Kept}} {
		t.Chdir(c.dir)
		o := options(t, folder, "a.mp4")
		o.Resume = true
		results, err := Run(t.Context(), o, watch{})
		if err != nil || results[0].Outcome != c.want {
			t.Errorf("run %d: %+v, %v", run, results, err)
		}
	}
}
