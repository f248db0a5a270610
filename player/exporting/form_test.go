package exporting

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
)

// The suggested name is never that of the video itself.
func TestSuggestedNames(t *testing.T) {
	for format, want := range map[quadfile.Format]string{Video: "film-quads.mp4", quadfile.NDJSON: "film.ndjson", quadfile.COCO: "film.coco.json"} {
		form := Form{Format: format}
		if form.Rename("film"); form.Name != want {
			t.Errorf("%q, want %q", form.Name, want)
		}
	}
	form := Form{Format: Pictures}
	if form.Rename("100%d"); form.Name != "100_d-%05d.png" {
		t.Errorf("pictures: %q", form.Name)
	}
}

// The user is asked about every file that an export would replace.
// The other files of an export are named for each format that has some.
func TestOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	want := map[quadfile.Format]string{Blocks: "a-blocks.vectors.parquet", quadfile.Parquet: "a.frames.parquet", quadfile.YUView: "a.yuvplaylist"}
	for _, format := range Formats() {
		f := Form{Format: format, Folder: "/x"}
		f.Rename("a")
		if got := strings.Join(f.Others(), " "); got != want[format] {
			t.Errorf("%s: %q", Title(format), got)
		}
	}
}

func TestExisting(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"there.png", "a-00007.png", "film.mp4", "b-%d.png"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		format     quadfile.Format
		name, want string
	}{
		{quadfile.NDJSON, "there.png", "there.png"},
		{quadfile.NDJSON, "b-%d.png", "b-%d.png"},
		{quadfile.NDJSON, "a-%05d.png", ""},
		{Sheet, "there.png", "there.png"},
		{Sheet, "b-%d.png", "b-%d.png"},
		{Video, "film.mp4", "film.mp4"},
		{Video, "a-%05d.png", "a-00007.png"},
		{Pictures, "a-%05d.png", "a-00007.png"},
		{Pictures, "c-%05d.png", ""},
		{Pictures, "film.mp4", "film.mp4"},
	} {
		if got, err := (&Form{Format: c.format, Name: c.name}).Existing(); strings.Join(got, " ") != c.want || err != nil {
			t.Errorf("format %d to %s: %q, %v, want %q", c.format, c.name, got, err, c.want)
		}
	}
	if _, err := (&Form{Format: Pictures, Name: filepath.Join("none", "a-%d.png")}).Existing(); err == nil {
		t.Error("there is no such folder, and no error")
	}
}
