package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/export"
)

// An export that becomes large says so once, and names forms that are smaller:
// the test makes them, of every format.
func TestLargeExport(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	if largeExport != 200e6 {
		t.Errorf("the limit is %d", largeExport)
	}
	defer func(old int64) { largeExport = old }(largeExport)
	sizes := map[string]int64{}
	tried := map[export.Format]bool{}
	dir := t.TempDir()
	for _, c := range []struct {
		name, flags string
		names       string // words of the forms
	}{
		{"a.ndjson", "", ".zst .gz ffq --summary --every"},
		{"a.json", "", ".zst .gz ffq --summary --every"},
		{"a.ndjson.gz", "", ".zst ffq --summary --every"},
		{"a.ndjson.zst", "", "ffq --summary --every"},
		{"a.csv", "", ".zst .gz ndjson ffq --summary --every"},
		{"a.coco.json", "", ".zst .gz ndjson ffq --every"},
		{"a.yuview.csv", "", ".zst .gz --every"},
		{"a.ffq", "", "--every"},
		{"a.ply", "", "--every"},
		{"a.mtx", "--variant points --frames 1", ".zst .gz"},
		{"a.npz", "--variant points --frames 1", ""},
		{"a.svtroi.txt", "", "--every"},
		{"a.kvzroi.txt", "", "kvzroi-bin --every"},
		{"a.kvzroi.bin", "", "--every"},
		{"a.zones.txt", "", "--every"},
		{"a.parquet", "", "--summary --every"},
		{"a.arrows", "", ".zst .gz --summary --every"},
		{"summary.ndjson", "--summary", ".zst .gz --every"},
		{"every.ndjson", "--every 2", ".zst .gz ffq --summary --every"},
	} {
		format, err := export.FormatForName(c.name)
		if err != nil {
			t.Fatal(err)
		}
		tried[format] = true
		out := filepath.Join(dir, c.name)
		args := append([]string{"export", "--engine", "cpu", "--force", "-o", out, clip}, strings.Fields(c.flags)...)
		largeExport = 1 << 40
		if status, _, stderr := call(t, args...); status != statusDone || strings.Contains(stderr, "passes") {
			t.Fatalf("%s: status %d, %q", c.name, status, stderr)
		}
		info, err := os.Stat(out)
		if err != nil {
			t.Fatal(err)
		}
		sizes[c.name] = info.Size()
		for _, limit := range []int64{info.Size() - 1, info.Size()} {
			largeExport = limit
			_, _, stderr := call(t, args...)
			line, _, found := strings.Cut(stderr, "\n")
			if found = found && strings.HasPrefix(line, "ffkvadrat: "+out+" passes "); found != (limit < info.Size() && c.names != "") {
				t.Errorf("%s of %d bytes, limit %d: %q", c.name, info.Size(), limit, stderr)
			}
			if !found {
				continue
			}
			_, forms, _ := strings.Cut(line, ": "+out)
			for _, word := range []string{".zst", ".gz", "ndjson lists", "ffq lists", "kvzroi-bin has", "--summary", "--every"} {
				named := strings.Contains(" "+c.names+" ", " "+strings.Fields(word)[0]+" ")
				if c.name == "a.ndjson.gz" && word == ".gz" {
					continue // it is what the file is
				}
				if strings.Contains(forms, word) != named {
					t.Errorf("%s: %q in %q", c.name, word, forms)
				}
			}
		}
	}
	for _, f := range export.Formats() {
		if !tried[f] {
			t.Errorf("no %v", f)
		}
	}
	for _, less := range []struct {
		a, b   string
		factor int64
	}{
		{"a.ndjson.gz", "a.ndjson", 3}, {"a.ndjson.zst", "a.ndjson", 3}, {"a.ndjson.zst", "a.ndjson.gz", 1},
		{"a.ffq", "a.ndjson.zst", 1}, {"a.kvzroi.bin", "a.kvzroi.txt", 1}, {"a.ndjson", "a.csv", 2}, {"a.ndjson", "a.coco.json", 2}, {"summary.ndjson", "a.ndjson", 3}, {"every.ndjson", "a.ndjson", 1},
	} {
		if sizes[less.a]*less.factor >= sizes[less.b] {
			t.Errorf("%s has %d bytes, %s %d", less.a, sizes[less.a], less.b, sizes[less.b])
		}
	}
	// Standard output is not a file that becomes large, and a batch says it once.
	largeExport = 1000
	if _, _, stderr := call(t, "export", "--engine", "cpu", "-o", "-", clip); strings.Contains(stderr, "passes") {
		t.Errorf("to standard output: %q", stderr)
	}
	if _, _, stderr := call(t, "export", "--engine", "cpu", filmFolder(t, nil), "-o", t.TempDir()); strings.Count(stderr, "an export passes") != 1 {
		t.Errorf("a batch: %q", stderr)
	}
}
