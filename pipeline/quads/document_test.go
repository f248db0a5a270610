package quads_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/docpage"
)

// TestDocsVectors makes the exports of the example in docs/reference/formats from the samples there.
func TestDocsVectors(t *testing.T) {
	clip := docpage.Clip(t)
	for format, want := range map[quadfile.Format]string{quadfile.NDJSON: docpage.NDJSON(t), quadfile.FFQ: string(docpage.FFQ(t))} {
		o := options(clip, filepath.Join(t.TempDir(), "out"))
		o.Format, o.Params.Threshold, o.Name = format, 0.05, "clip.y4m"
		run(t, o)
		if got := read(t, o.Out); string(got) != want {
			t.Errorf("%v: got\n%q\nwant\n%q", format, got, want)
		}
	}
	doc, err := quadfile.Read(bytes.NewReader(docpage.FFQ(t)))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Frames) != 2 || len(doc.Frames[0].Quads) != 7 || len(doc.Frames[1].Quads) != 4 {
		t.Errorf("the file has %v", doc.Frames)
	}
}
