package pipeline_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/pipeline/verify"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// counting is an engine that counts its pictures.
type counting struct {
	analysis.Engine
	pictures int
}

func (c *counting) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	c.pictures++
	return c.Engine.Analyze(p, params)
}

// times counts in progress how often the work started, and how many frames it reached.
type times struct {
	begun int
	last  int64
}

func (c *times) progress(p pipeline.Progress) {
	if p.Frames == 1 {
		c.begun++
	}
	c.last = p.Frames
}

// TestFirstFaultOfSinks: all sinks stop at the first fault that several threads meet, and start
// again once. All count the same faults, and their outputs equal those of one thread.
func TestFirstFaultOfSinks(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-open-gop.mp4")
	if err != nil {
		t.Fatal(err)
	}
	clear(data[len(data)*30/100 : len(data)*35/100])
	dir := t.TempDir()
	clip, file, picture := filepath.Join(dir, "clip.mp4"), filepath.Join(dir, "a.ndjson"), filepath.Join(dir, "a.nut")
	if err := os.WriteFile(clip, data, 0o644); err != nil {
		t.Fatal(err)
	}
	params := analysis.Params{Threshold: 0.01}
	made := func(out string, to *bytes.Buffer, e analysis.Engine, c *times) (frames int64, faults decode.Faults, err error) {
		if out == file {
			o := quads.Options{Path: clip, Stream: decode.Best, Out: out, Format: quadfile.NDJSON, Params: params}
			if to != nil {
				o.To = to
			}
			r, err := quads.Run(context.Background(), e, o, c.progress)
			return r.Frames, r.Faults, err
		}
		o := render.Options{
			Path: clip, Stream: decode.Best, Out: out, Params: params, Silent: true,
			Style: overlay.Style{Opacity: 1, LineWidth: 1}, Output: render.Output{Container: "nut"},
		}
		if to != nil {
			o.To = to
		}
		r, err := render.Run(context.Background(), e, o, c.progress)
		return r.Frames, r.Faults, err
	}
	want := 0
	for _, out := range []string{file, picture} {
		many, one := counting{Engine: analysis.NewCPU()}, counting{Engine: analysis.NewCPU()}
		var again, once times
		frames, faults, err := made(out, nil, &many, &again)
		if err != nil {
			t.Fatal(err)
		}
		var stream bytes.Buffer
		if _, _, err := made(out, &stream, &one, &once); err != nil {
			t.Fatal(err)
		}
		if int64(one.pictures) != frames || once.begun != 1 || once.last != frames {
			t.Errorf("%s: %d pictures on one thread, %d frames, %+v", out, one.pictures, frames, once)
		}
		// The first fault is in the first third, and threads may meet it some frames earlier or
		// later.
		if wasted := many.pictures - one.pictures; wasted > one.pictures/2 || again.begun > 2 || again.last != frames {
			t.Errorf("%s: %d pictures in vain for %d frames, %+v", out, wasted, frames, again)
		}
		if got, err := os.ReadFile(out); err != nil || out == file && !bytes.Equal(got, stream.Bytes()) {
			t.Errorf("%s: %v, or other bytes than on one thread", out, err)
		}
		if want == 0 {
			want = faults.Count()
		}
		if faults.Count() != want || want == 0 {
			t.Errorf("%s: %d faults, want %d", out, faults.Count(), want)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader, err := quadfile.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var verified times
	report, err := verify.Run(context.Background(), verify.Options{
		Export: reader, Name: "a", Video: clip, Progress: verified.progress,
		Fault: func(where string, err error) { t.Errorf("%s: %v", where, err) },
	})
	if err != nil || report.Faults != 0 || report.Damage.Count() != want || verified.begun != 1 || verified.last != report.Frames {
		t.Errorf("verify: %+v, %v, %+v; want %d faults", report, err, verified, want)
	}
}
