package batch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
)

// An export never replaces another video of the batch.
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

// The same holds for videos found in a folder, whatever their names, and for a video with the
// journal's name.
func TestOutputIsAFoundInput(t *testing.T) {
	formats := []struct {
		format      quadfile.Format
		compression streams.Compression
	}{{quadfile.NDJSON, streams.Plain}, {quadfile.JSON, streams.Plain}, {quadfile.CSV, streams.Plain}, {quadfile.YUView, streams.Plain}, {quadfile.COCO, streams.Plain}, {quadfile.NDJSON, streams.Zstd}, {quadfile.CSV, streams.Gzip}}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.mkv"), "tiny-still.png", nil)
	for i, f := range formats {
		sample := []string{"tiny-420.mp4", "tiny-still.png", "tiny-mpeg2.ts", "tiny-sound-only.m4a"}[i%4]
		put(t, filepath.Join(dir, "a.mkv"+f.format.Extension()+f.compression.Extension()), sample, nil)
	}
	before := tree(t, dir)
	for _, f := range formats {
		o := options(t, dir, dir)
		o.Job.Format, o.Job.Compression, o.Extension = f.format, f.compression, f.format.Extension()+f.compression.Extension()
		results, err := Run(context.Background(), o, watch{})
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != len(before) || results[0].Outcome != Failed || !errors.Is(results[0].Err, ErrInput) {
			t.Errorf("%s: %d results, the first %+v", o.Extension, len(results), results[0])
		}
		after := tree(t, dir)
		for name := range after {
			if data, ok := before[name]; !ok { // an export, which the next batch skips
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			} else if after[name] != data {
				t.Errorf("%s: %s is not what it was", o.Extension, name)
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
