package exporttab

import (
	"testing"

	"ffkvadrat/quadfile"
)

// The suggested name is never that of the video itself.
func TestSuggestedNames(t *testing.T) {
	for format, want := range map[quadfile.Format]string{Video: "film-quads.mp4", quadfile.NDJSON: "film.ndjson", quadfile.COCO: "film.coco.json"} {
		form := Form{Format: format}
		if form.rename("film"); form.Name != want {
			t.Errorf("%q, want %q", form.Name, want)
		}
	}
	form := Form{Format: Pictures}
	if form.rename("100%d"); form.Name != "100_d-%05d.png" {
		t.Errorf("pictures: %q", form.Name)
	}
}
