package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportClasses: every engine writes classes, and verify compares them with the video.
func TestExportClasses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip := "../samples/tiny-420.mp4"
	for name, flags := range map[string]string{
		"luma":    "--operator range --classes 0,0.25,0.5,0.75,1",
		"edges":   "--classes 0,0.001,0.01,0.1,4 --min-size 2",
		"colours": "--operator colour --colour #808080 --features yuv --classes 0,0.01,0.02,0.1",
		"points":  "--variant points --operator range --classes 0.2,0.4,0.8",
	} {
		var texts []string
		for _, engine := range []string{"cpu", "gpu"} {
			out := filepath.Join(dir, name+engine+".ndjson")
			args := append(strings.Fields(flags), "--engine", engine, clip)
			if testing.Short() {
				args = append(args, "--frames", "3")
			}
			texts = append(texts, exportAs(t, out, args...))
			if status, _, err := call(t, "verify", out, clip); status != 0 {
				t.Errorf("%s on the %s: %s", name, engine, err)
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the engines write other bytes", name)
		}
		if !strings.Contains(texts[0], `"class"`) || !strings.Contains(texts[0], ",1]") {
			t.Errorf("%s: no classes in %.500s", name, texts[0])
		}
	}
}

// TestDrawClasses: the commands that draw quads colour them by class.
func TestDrawClasses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip := "../samples/tiny-420.mp4"
	for command, name := range map[string]string{"snapshot": "a.png", "sheet": "b.png", "render": "c.mkv"} {
		var texts [2]string
		for i, colours := range []string{"class", "level"} {
			out := filepath.Join(dir, colours+name)
			args := []string{command, "-o", out, "--operator", "range", "--classes", "0,0.25,0.5,0.75,1", "--colour-by", colours, "--engine", "gpu", clip}
			if status, _, err := call(t, args...); status != 0 {
				t.Fatalf("%s: %s", command, err)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(data)
		}
		if texts[0] == texts[1] {
			t.Errorf("%s: the colours are those of sizes", command)
		}
	}
}

// TestFlagsOfClasses: invalid bounds, and flags that contradict them, are errors.
func TestFlagsOfClasses(t *testing.T) {
	for _, c := range []struct{ extension, flags, want string }{
		{"ndjson", "--classes 0,x,1", "not a number"},
		{"ndjson", "--classes 0,1", "at least three boundaries"},
		{"ndjson", "--classes 0,0.5,0.2", "ascending"},
		{"ndjson", "--classes 0.5,0.2,1", "ascending"},
		{"ndjson", "--classes 0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1,1.1,1.2,1.3,1.4,1.5,1.6,1.7", "at most 16"},
		{"ndjson", "--classes 0,0.1,5", "not between 0 and 4"},
		{"ndjson", "--classes 0,0.1,1 -t 1", "leave out --threshold"},
		{"ndjson", "--classes 0,0.1,1 --low 0.1", "leave out --threshold"},
		{"ndjson", "--classes 0,0.1,1 --invert", "invert cannot be used with classes"},
		{"ndjson", "--classes 0,0.1,1 --quads 100", "finds one threshold"},
		{"ndjson", "--classes 0,0.1,1 --operator luma", "luma has no classes"},
		{"ndjson", "--classes 0,0.1,1 --variant feature", "need --variant edge"},
		{"ndjson", "--classes 0,0.1,1 --variant points --order lines", "order lines"},
		{"mtx", "--classes 0,0.1,1 --variant points", "cannot hold classes"},
	} {
		args := append([]string{"export", "-o", filepath.Join(t.TempDir(), "a."+c.extension)}, strings.Fields(c.flags)...)
		if status, _, err := call(t, append(args, "../samples/tiny-420.mp4")...); status != statusUsage || !strings.Contains(err, c.want) {
			t.Errorf("%s %s: status %d, %s", c.extension, c.flags, status, err)
		}
	}
}
