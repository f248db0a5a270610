package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/pairs"
)

// TestConvert converts every kind of list to every format that can hold it, from NDJSON and from
// .ffq, to the same bytes as the export.
func TestConvert(t *testing.T) {
	t.Parallel()
	lists := []struct{ clip, flags string }{
		{"tiny-420.mp4", "--frames 3"},
		{"tiny-open-gop.mp4", "--from #9 --every 7"},
		{"tiny-10bit.mp4", "--operator sobel --planes yuv --invert --min-size 2 --max-size 8"},
		{"tiny-rgb.mkv", "--variant feature --quads 300 --each --frames 3"},
		{"tiny-422.mp4", "--variant points --order lines --frames 1"},
		{"tiny-422.mp4", "--variant points --order value --frames 1"},
		{"tiny-444.mp4", "--operator range --classes 0,0.25,0.5,1 --frames 3"},
		{"tiny-420.mp4", "--cube 16"},
		{"tiny-odd-175x143.mp4", "--cube 8 --every 3 --operator motion"},
		{"tiny-10bit.mp4", "--cube 64 --min-size 2 --max-size 8 --frames 5"},
		{"sample.mp4", "--template 30,20,8,8@#1 --suppress --frames 2"},
	}
	if testing.Short() {
		lists[len(lists)-1].clip = "tiny-420.mp4"
	}
	formats, froms := quadfile.Formats(), []string{".ndjson", ".ffq"}
	dir, made := t.TempDir(), map[string][]byte{} // by name; nil for a format that cannot hold the list
	run := func(name string, args ...string) []byte {
		t.Helper()
		if data, ok := made[name]; ok {
			return data
		}
		made[name] = nil
		out := filepath.Join(dir, name)
		if status, _, stderr := call(t, append(args, "-o", out)...); status != statusDone {
			if strings.Contains(stderr, "cannot hold") || strings.Contains(stderr, "holds points only") || strings.Contains(stderr, "holds one frame") || strings.Contains(stderr, "order is") {
				return nil
			}
			t.Fatalf("%s: status %d, %s", args, status, stderr)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		made[name] = data
		return data
	}
	for i := range pairs.Cases(len(lists), len(formats), len(froms)) {
		c, format, from := lists[i[0]], formats[i[1]], froms[i[2]]
		args := append(append([]string{"export"}, strings.Fields(c.flags)...), "--engine", "cpu", "../samples/"+c.clip)
		extension, name := format.Extension(), fmt.Sprintf("%d%s", i[0], from)
		want := run(fmt.Sprintf("%d%s", i[0], extension), args...)
		if want == nil {
			continue
		}
		if data := run(name, args...); data == nil {
			t.Fatalf("%s: no %s", c.flags, from)
		}
		if format == quadfile.PLY && !strings.Contains(c.flags, "feature") {
			out := filepath.Join(dir, "x.ply")
			if status, _, stderr := call(t, "convert", filepath.Join(dir, name), "-o", out); status != statusFailed || !strings.Contains(stderr, "export the video itself") {
				t.Errorf("%s: PLY of %s: status %d, %s", c.flags, from, status, stderr)
			}
			continue // needs the video
		}
		if got := run("of-"+name+extension, "convert", filepath.Join(dir, name)); !bytes.Equal(got, want) {
			t.Errorf("%s %s: %s made of %s is another file", c.clip, c.flags, extension, from)
		}
	}
}

// TestConvertDamaged: all whole frames of a truncated export are written, and the status reports
// it.
func TestConvertDamaged(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.ffq"), filepath.Join(dir, "b.ndjson")
	if status, _, stderr := call(t, "export", "--engine", "cpu", "-o", in, "../samples/tiny-420.mp4"); status != statusDone {
		t.Fatal(stderr)
	}
	data, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, data[:len(data)*2/3], 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := call(t, "convert", in, "-o", out)
	if status != statusPartly || !strings.Contains(stderr, "what was before is in") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", status, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if doc, err := quadfile.Read(bytes.NewReader(text)); err != nil || len(doc.Frames) == 0 {
		t.Errorf("%v", err)
	}
	if status, _, stderr := call(t, "convert", out, "--force", "-o", out); status != statusFailed || !strings.Contains(stderr, "b.ndjson") {
		t.Errorf("onto itself: status %d, %q", status, stderr)
	}
	if status, _, stderr := call(t, "convert", "../samples/tiny-420.mp4", "-o", in+".json"); status != statusFailed || !strings.Contains(stderr, "is not an export") {
		t.Errorf("a video: status %d, %q", status, stderr)
	}
}

// TestConvertCounts: frames are counted, also those of windows of cubes.
func TestConvertCounts(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.ffq"), filepath.Join(dir, "b.ndjson")
	exportAs(t, in, "--cube", "8", "../samples/tiny-420.mp4")
	if status, _, stderr := call(t, "convert", in, "-o", out); status != statusDone || !strings.Contains(stderr, ": 30 frames") {
		t.Errorf("status %d, %q", status, stderr)
	}
	data, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "convert", in, "--force", "-o", out); status != statusPartly || !strings.Contains(stderr, "after 8 frames") {
		t.Errorf("status %d, %q", status, stderr)
	}
}
