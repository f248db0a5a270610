package pipeline_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/pipeline/verify"
	"ffkvadrat/quadfile"
)

// TestCubesOfDamage: windows of a damaged video are the same each time, report all of its faults,
// and verify.
func TestCubesOfDamage(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-open-gop.mp4")
	if err != nil {
		t.Fatal(err)
	}
	clear(data[len(data)*30/100 : len(data)*35/100])
	clip := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(clip, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var first []byte
	for _, goroutines := range []int{1, 2, 4} {
		var out bytes.Buffer
		o := quads.Options{Path: clip, Stream: decode.Best, To: &out, Format: quadfile.NDJSON, Params: analysis.Params{Threshold: 0.01}, Cube: 8, Goroutines: goroutines}
		report, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil)
		if err != nil || !report.Faults.Any() {
			t.Fatal(report.Faults, err)
		}
		if first == nil {
			first = out.Bytes()
		}
		if !bytes.Equal(out.Bytes(), first) {
			t.Errorf("%d goroutines: other bytes", goroutines)
		}
		doc, err := quadfile.Read(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		reported, frames := 0, int64(0)
		for _, f := range doc.Frames {
			reported, frames = reported+f.Errors, frames+int64(f.Window)
		}
		if reported != report.Faults.Count() || frames != report.Frames {
			t.Errorf("%d faults of %d in %d frames of %d", reported, report.Faults.Count(), frames, report.Frames)
		}
	}
	reader, err := quadfile.NewReader(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	var verified times
	report, err := verify.Run(context.Background(), verify.Options{
		Export: reader, Name: "a", Video: clip, Progress: verified.progress,
		Fault: func(where string, err error) { t.Errorf("%s: %v", where, err) },
	})
	if err != nil || report.Faults != 0 || !report.Damage.Any() || verified.last != report.Frames {
		t.Errorf("verify: %+v, %v, %+v", report, err, verified)
	}
}
