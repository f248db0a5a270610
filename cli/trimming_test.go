package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clitest"
)

// TestFields: exporting and converting chosen fields gives the same files, which verify accepts if
// the fields suffice. Other formats refuse them.
func TestFields(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	for _, c := range []struct {
		flags, fields string
		lacks         string // why verify cannot check it
	}{
		{"", "size,y,x", ""},
		{"", "x,size", `but no "y"`},
		{"--variant feature --threshold 0.01", "x,y,size", ""},
		{"--variant feature --threshold 0.01", "mean_g,x", `but no "y"`},
		{"--variant points --order lines", "value,x,y", ""},
		{"--variant points", "x,y", `but no "value"`},
		{"--operator range --classes 0,0.25,0.5,1", "class,size,x,y", ""},
		{"--operator range --classes 0,0.25,0.5,1", "x,y,size", `but no "class"`},
		{"--cube 8", "size,frame,x,y", ""},
		{"--template 30,20,4,4@#1 --suppress --threshold 0.01", "value,y,x", ""},
	} {
		dir := t.TempDir()
		flags := append(strings.Fields(c.flags), "--engine", "cpu", "--frames", "3", clip)
		whole := filepath.Join(dir, "whole.ndjson")
		if status, _, stderr := call(t, append([]string{"export", "-o", whole}, flags...)...); status != statusDone {
			t.Fatalf("%s: %s", c.flags, stderr)
		}
		for _, format := range quadfile.Formats() {
			out := filepath.Join(dir, "some"+format.Extension())
			if !format.Has(quadfile.Fields) && c.flags != "" {
				continue
			}
			status, _, stderr := call(t, append([]string{"export", "-o", out, "--fields", c.fields}, flags...)...)
			if !format.Has(quadfile.Fields) {
				if _, err := os.Stat(out); status != statusUsage || err == nil || !strings.Contains(stderr, "has all fields of quads") && !strings.Contains(stderr, "cannot hold") && !strings.Contains(stderr, "holds points only") {
					t.Errorf("%v %s: status %d, %q", format, c.flags, status, stderr)
				}
				continue
			}
			if status != statusDone {
				t.Errorf("%v %s --fields %s: status %d, %q", format, c.flags, c.fields, status, stderr)
				continue
			}
			made := filepath.Join(dir, "made"+format.Extension())
			if status, _, stderr := call(t, "convert", whole, "--fields", c.fields, "-o", made); status != statusDone || !bytes.Equal(contents(t, made), contents(t, out)) {
				t.Errorf("%v %s --fields %s: converted, status %d, %q, or another file", format, c.flags, c.fields, status, stderr)
			}
			if !format.Has(quadfile.Readable) {
				continue
			}
			for _, args := range [][]string{{"verify", out}, {"verify", out, clip}} {
				status, stdout, stderr := call(t, args...)
				if good := status == statusDone && strings.Contains(stdout, "all correct"); good != (c.lacks == "") || !strings.Contains(stderr, c.lacks) {
					t.Errorf("%s --fields %s: verified with status %d, %q, %q", c.flags, c.fields, status, stdout, stderr)
				}
			}
			back := filepath.Join(dir, "back.ffq")
			status, _, stderr = call(t, "convert", out, "--force", "-o", back)
			if good, want := status == statusDone, c.lacks == "" && !strings.Contains(c.flags, "feature"); good != want {
				t.Errorf("%s --fields %s: converted to ffq, status %d, %q", c.flags, c.fields, status, stderr)
			}
		}
	}
}

func contents(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestFieldsThatAreNone: fields that a format, a variant or an export does not have are an error
// with the known names.
func TestFieldsThatAreNone(t *testing.T) {
	const clip = "../samples/tiny-still.png"
	dir := t.TempDir()
	out := filepath.Join(dir, "a.ndjson")
	for flags, says := range map[string]string{
		"--fields x,y,sise":                 `there is no "sise": did you mean size? its quads have x, y, size`,
		"--fields x,y,mean_r":               `there is no "mean_r": its quads have x, y, size`,
		"--fields=":                         "its value is empty",
		"--fields x,,y":                     "a part of its value is empty",
		"--fields x,y,x":                    "x is named twice",
		"--fields pts,x":                    "pts is a field of frames: ndjson has it next to the list of quads, ",
		"--fields x --summary":              "--fields chooses fields of quads, which --summary leaves out",
		"--variant feature --fields x,mean": "x, y, size, mean_r, mean_g, mean_b",
		"--variant feature --features yuv --fields mean_y,q": "x, y, size, mean_y, mean_u, mean_v",
		"--variant points --fields size":                     "its quads have x, y, value",
		"--format csv --fields threshold":                    "its columns are frame_index, pts, ",
		"--format csv --fields frames":                       "its columns are frame_index, pts, ",
		"--max-rows 0":                                       "--max-rows: 0 is not positive",
		"--max-rows=-3":                                      "--max-rows: -3 is not positive",
		"--max-rows 10 --summary":                            "--frames N takes at most N frames",
		"--max-rows 10 --format zones":                       "zones describes every frame to an encoder",
	} {
		args := append([]string{"export", "-o", out, clip}, strings.Fields(flags)...)
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, says) {
			t.Errorf("%s: status %d, %q, want %q", flags, status, stderr, says)
		}
	}
	for _, flags := range []string{"--quads 50 --each --format csv --fields threshold,frame_index,x", "--cube 8 --format csv --fields frames,x,frame,frame_index"} {
		args := append([]string{"export", "--engine", "cpu", "--force", "-o", out, clip}, strings.Fields(flags)...)
		if status, _, stderr := call(t, args...); status != statusDone {
			t.Errorf("%s: status %d, %q", flags, status, stderr)
		}
	}
}

// TestFieldsWithoutFrames: a table whose rows do not identify their frames is written with a
// warning.
func TestFieldsWithoutFrames(t *testing.T) {
	dir := t.TempDir()
	for flags, reported := range map[string]bool{
		"--fields x,y,size":             true,
		"--fields x,y,width":            true,
		"--fields x,y,size --frames 1":  false,
		"--fields size,frame_index,x,y": false,
		"--fields pts_time,x,y,size":    false,
		"":                              false,
	} {
		out := filepath.Join(dir, "a.csv")
		args := append([]string{"export", "--engine", "cpu", "--force", "-o", out, "../samples/tiny-420.mp4"}, strings.Fields(flags)...)
		status, _, stderr := call(t, args...)
		if status != statusDone || strings.Contains(stderr, "do not name their frames") != reported {
			t.Errorf("%s: status %d, %q", flags, status, stderr)
		}
		rows, err := csv.NewReader(bytes.NewReader(contents(t, out))).ReadAll()
		if _, names, _ := strings.Cut(flags, "--fields "); err != nil || names != "" && !slices.Equal(rows[0], strings.Split(strings.Fields(names)[0], ",")) {
			t.Errorf("%s: columns %q, %v", flags, rows[0], err)
		}
	}
	if _, _, stderr := call(t, "export", "--engine", "cpu", "--format", "csv", "--fields", "x,y", clitest.VideoFolder(t, nil), "-o", t.TempDir()); strings.Count(stderr, "do not name their frames") != 1 {
		t.Errorf("of a folder: %q", stderr)
	}
}

// TestMaxRows: in every format with quads, an export ends with the last frame that fits and reports
// it. Verify accepts it.
func TestMaxRows(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.ndjson")
	for _, flags := range []string{"--every 3 --from #4 --threshold 0.02", "--variant points --threshold 0.2 --every 9", "--cube 8 --threshold 0.03"} {
		args := append([]string{"export", "--engine", "cpu", "--force", clip}, strings.Fields(flags)...)
		if status, _, stderr := call(t, append(args, "-o", whole)...); status != statusDone {
			t.Fatal(stderr)
		}
		doc, err := quadfile.Read(bytes.NewReader(contents(t, whole)))
		if err != nil {
			t.Fatal(err)
		}
		sums := []int{0} // of quads
		for _, f := range doc.Frames {
			sums = append(sums, sums[len(sums)-1]+len(f.Quads))
		}
		all := len(doc.Frames)
		for most, records := range map[int]int{sums[3]: 3, sums[3] - 1: 2, sums[all]: all, sums[all] - 1: all - 1, sums[all] + 1: all, sums[1]: 1} {
			frames := int64(0)
			for _, f := range doc.Frames[:records] {
				frames += int64(max(1, f.Window))
			}
			for _, format := range quadfile.Formats() {
				if format.Has(quadfile.Maps) || format.Has(quadfile.OneFrame) || format != quadfile.NDJSON && most != sums[3]-1 {
					continue
				}
				limited, made := filepath.Join(dir, "a"+format.Extension()), filepath.Join(dir, "b"+format.Extension())
				status, _, stderr := call(t, append(args, "-o", limited, "--max-rows", fmt.Sprint(most))...)
				if status == statusUsage && strings.Contains(stderr, "cannot hold") {
					continue
				}
				note := fmt.Sprintf("%s: ends after %s: the next one would exceed --max-rows %d\n", limited, number(frames, "frame"), most)
				if status != statusDone || strings.Contains(stderr, note) != (records < all) || !strings.HasSuffix(stderr, fmt.Sprintf("%s: %s\n", limited, number(frames, "frame"))) {
					t.Errorf("%v %s, at most %d: status %d, %q", format, flags, most, status, stderr)
				}
				if !format.Has(quadfile.Seekable) {
					if status, _, stderr := call(t, "convert", "--force", whole, "-o", made, "--max-rows", fmt.Sprint(most)); status != statusDone || !bytes.Equal(contents(t, made), contents(t, limited)) || strings.Contains(stderr, "ends after") != (records < all) {
						t.Errorf("%v %s, at most %d: converted, status %d, %q", format, flags, most, status, stderr)
					}
				}
				if !format.Has(quadfile.Readable) {
					continue
				}
				thing := "quad"
				for _, other := range []string{"cube", "point"} {
					if strings.Contains(flags, other) {
						thing = other
					}
				}
				status, stdout, stderr := call(t, "verify", limited, clip)
				if want := fmt.Sprintf(": %s, %s, all correct", number(frames, "frame"), number(int64(sums[records]), thing)); status != statusDone || !strings.Contains(stdout, want) {
					t.Errorf("%v %s, at most %d: verified with status %d, %q, %q, want %q", format, flags, most, status, stdout, stderr, want)
				}
			}
		}
		out := filepath.Join(dir, "none.ndjson")
		for _, args := range [][]string{append(args, "-o", out), {"convert", whole, "-o", out}} {
			status, _, stderr := call(t, append(args, "--max-rows", fmt.Sprint(sums[1]-1))...)
			if _, err := os.Stat(out); status != statusFailed || err == nil || !strings.Contains(stderr, fmt.Sprintf("frame index %d has %d quads, more than the %d of the whole file", doc.Frames[0].Index, sums[1], sums[1]-1)) {
				t.Errorf("%v, less than the first frame has: status %d, %q", args, status, stderr)
			}
		}
	}
}

// TestMaxRowsBeforeDamage: damage after a limited export's end is not reported, damage before it
// is. Decoding ahead does not matter.
func TestMaxRowsBeforeDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip, out := filepath.Join(dir, "a.mp4"), filepath.Join(dir, "a.ndjson")
	whole := contents(t, "../samples/sample.mp4")
	limited := func(data []byte) (int, string, []byte) {
		if err := os.WriteFile(clip, data, 0o666); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := call(t, "export", "--engine", "cpu", "--force", "--threshold", "0.05", "--max-rows", "200000", "-o", out, clip)
		return status, stderr, contents(t, out)
	}
	runs := 3
	if testing.Short() {
		runs = 1
	}
	_, want, list := limited(whole)
	if !strings.Contains(want, ": ends after ") {
		t.Fatalf("%q", want)
	}
	for part, damaged := range map[int]bool{2: false, 50: true} {
		data := slices.Clone(whole)
		for i := len(data) / part; i < len(data)/part+2000; i += 50 {
			data[i] ^= 0x55
		}
		status, stderr, got := limited(data)
		if !damaged && (status != statusDone || stderr != want || !bytes.Equal(got, list)) {
			t.Errorf("damaged past the end: status %d, %q, want %q", status, stderr, want)
		}
		if damaged && (status != statusPartly || bytes.Equal(got, list)) {
			t.Errorf("damaged before the end: status %d, %q", status, stderr)
		}
		for range runs {
			if status2, stderr2, again := limited(data); status2 != status || stderr2 != stderr || !bytes.Equal(again, got) {
				t.Errorf("again: status %d, %q, before %q", status2, stderr2, stderr)
			}
		}
	}
}

// TestMaxRowsOfFolder: each file of a folder has its own limit, and a later run keeps them.
func TestMaxRowsOfFolder(t *testing.T) {
	videos, folder := clitest.VideoFolder(t, nil), t.TempDir()
	args := []string{"export", "--engine", "cpu", videos, "-o", folder, "--fields", "size,x,y", "--max-rows", "4000", "--threshold", "0.05"}
	_, _, first := call(t, args...)
	if strings.Count(first, "exceed --max-rows 4000\n") == 0 {
		t.Fatalf("%q", first)
	}
	_, _, again := call(t, append(args, "--resume")...)
	if strings.Count(again, "exceed --max-rows 4000\n") != strings.Count(first, "exceed --max-rows 4000\n") || !strings.Contains(again, "finished before") {
		t.Errorf("again: %q, first: %q", again, first)
	}
	for _, other := range [][]string{{"--max-rows", "4001"}, {"--fields", "x,y,size"}} {
		if _, _, stderr := call(t, append(append(slices.Clone(args), "--resume"), other...)...); strings.Contains(stderr, "finished before") {
			t.Errorf("%q: %q", other, stderr)
		}
	}
}
