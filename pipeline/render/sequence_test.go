package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
)

func TestParseSequence(t *testing.T) {
	for _, c := range []struct{ name, want, err string }{
		{name: "a%d.png", want: "a7.png"},
		{name: "%05d.png", want: "00007.png"},
		{name: "/x y/a-%03d.tif", want: "/x y/a-007.tif"},
		{name: "/a%d/b%d.png", want: "/a%d/b7.png"}, // only the file's name has a place
		{name: "100%%%d.png", want: "100%%7.png"},
		{name: "a.png", err: "a.png names one picture"},
		{name: "a%05.png", err: "names one picture"},
		{name: "a%x.png", err: "names one picture"},
		{name: "a%00d.png", err: "names one picture"},
		{name: "%d-%d.png", err: "more than one place"},
		{name: "%d/a.png", err: "names one picture"},
	} {
		s, err := ParseSequence(c.name)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", c.name, err, c.err)
			}
		case err != nil || s.Name(7) != c.want:
			t.Errorf("%s: frame 7 is %q, %v", c.name, s.Name(7), err)
		case s.Name(123456) == s.Name(12345):
			t.Errorf("%s: large numbers are cut", c.name)
		}
	}
}

// The files of a sequence are those that it could have written, and no others.
func TestExisting(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a-001.png", "a-1.png", "a-1000.png", "a-0999.png", "a-002.jpg", "b-001.png", "a--01.png", "a-+01.png", "a-00x.png"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := ParseSequence(dir + "/a-%03d.png")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Existing()
	if want := []string{dir + "/a-001.png", dir + "/a-1000.png"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if s, _ = ParseSequence(dir + "/none/%d.png"); s.after == "" {
		t.Fatal("no sequence")
	}
	if _, err := s.Existing(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// The frames of a sequence are those of Still, in files with their frames' numbers.
func TestSequence(t *testing.T) {
	for _, extension := range []string{"png", "tif", "tiff", "jpg", "jpeg"} {
		for _, clip := range []string{"tiny-420.mp4", "tiny-odd-175x143.mp4", "tiny-rotated-90.mp4"} {
			dir := t.TempDir()
			o := want(clip, dir+"/p%04d."+extension)
			o.Selection = pipeline.Selection{From: decode.Position{Index: 3}, Every: 2, Frames: 4}
			report := rendered(t, o)
			names, err := filepath.Glob(dir + "/*")
			if err != nil {
				t.Fatal(err)
			}
			var expected []string
			for _, n := range []int{3, 5, 7, 9} {
				expected = append(expected, fmt.Sprintf("%s/p%04d.%s", dir, n, extension))
			}
			if !slices.Equal(names, expected) || report.Frames != 4 {
				t.Fatalf("%s %s: files %q, %d frames", clip, extension, names, report.Frames)
			}
			all := o
			all.Selection = pipeline.Selection{From: decode.Position{Index: -1}, Every: 1}
			pictures := stills(t, all)
			for i, name := range names {
				got, want := rgb(t, name), pictures[3+2*i]
				if !strings.HasPrefix(extension, "j") {
					equal(t, filepath.Base(name), got, []*image.RGBA{want})
				} else if len(got) != 1 || got[0].Rect != want.Rect {
					t.Errorf("%s: %d pictures", name, len(got))
				}
			}
		}
	}
}

// The quads alone have transparency, where the format has it.
func TestSequenceAlone(t *testing.T) {
	for extension, able := range map[string]bool{"png": true, "tif": true, "jpg": false} {
		o := want("tiny-420.mp4", t.TempDir()+"/%d."+extension)
		o.Output.Alone = true
		o.Selection = pipeline.Selection{From: decode.Position{Index: -1}, Every: 1, Frames: 1}
		report, err := Run(context.Background(), analysis.NewCPU(), o, nil)
		if able != (err == nil) || able && report.PixelFormat != "rgba" {
			t.Errorf("%s: %+v, %v", extension, report, err)
		}
	}
}

// A picture never replaces the input.
func TestSequenceOverInput(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(sampleFolder + "tiny-still.png")
	if err != nil {
		t.Fatal(err)
	}
	input := dir + "/0.png"
	if err := os.WriteFile(input, data, 0o600); err != nil {
		t.Fatal(err)
	}
	o := want("", dir+"/%d.png")
	o.Path = input
	if _, err := Run(context.Background(), analysis.NewCPU(), o, nil); !errors.Is(err, pipeline.ErrSameFile) {
		t.Errorf("%v", err)
	}
	if after, err := os.ReadFile(input); err != nil || string(after) != string(data) {
		t.Errorf("the input has changed, %v", err)
	}
}
