package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clitest"
)

// TestLargeExport: a large export is reported once, with what makes it smaller. The test runs all
// of that advice, in every format.
func TestLargeExport(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	if largeExport != 200e6 {
		t.Errorf("the limit is %d", largeExport)
	}
	defer func(old int64) { largeExport = old }(largeExport)
	dir := t.TempDir()
	size := func(args ...string) int64 {
		t.Helper()
		out := args[len(args)-1]
		if status, _, stderr := call(t, append([]string{"export", "--engine", "cpu", "--force", clip}, args...)...); status != statusDone || strings.Contains(stderr, "smaller: ") {
			t.Fatalf("%q: status %d, %q", args, status, stderr)
		}
		info, err := os.Stat(out)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	measured := regexp.MustCompile(`^(\.[a-z.-]+|--fields [a-z_,]+) \(about [0-9.]+ [kMG]?B\)$`)
	tried := map[quadfile.Format]bool{}
	for _, c := range []struct {
		name, flags string
		forms       string // those that are measured
		others      string // flags
	}{
		{"a.ndjson", "", ".ffq .ndjson.zst", "--summary --every --min-size"},
		{"a.json", "", ".ffq .json.zst", "--summary --every --min-size"},
		{"a.ndjson.gz", "", ".ffq .ndjson.zst", "--summary --every --min-size"},
		{"a.ndjson.zst", "", ".ffq", "--summary --every --min-size"},
		{"a.csv", "", ".ffq .ndjson.zst .csv.zst .parquet --fields", "--summary --every --min-size"},
		{"b.csv", "--fields frame_index,x,y,size", ".ffq .ndjson.zst .csv.zst", "--summary --every --min-size"},
		{"a.coco.json", "", ".ffq .ndjson.zst .coco.json.zst", "--every --min-size"},
		{"a.yuview.csv", "", ".yuview.csv.zst", "--every --min-size"},
		{"a.ffq", "", "", "--every --min-size"},
		{"a.ply", "", "", "--every --min-size"},
		{"a.mtx", "--variant points --frames 1", ".mtx.zst", ""},
		{"a.npz", "--variant points --frames 1", "", ""},
		{"a.svtroi.txt", "", "", "--every"},
		{"a.kvzroi.txt", "", ".kvzroi.bin", ""},
		{"a.kvzroi.bin", "", "", ""},
		{"a.zones.txt", "", "", "--every"},
		{"a.parquet", "", ".ffq .ndjson.zst", "--summary --every --min-size"},
		{"a.arrows", "", ".ffq .ndjson.zst .arrows.zst .parquet --fields", "--summary --every --min-size"},
		{"summary.ndjson", "--summary", ".ndjson.zst", "--every"},
		{"points.ndjson", "--variant points", ".ffq .ndjson.zst", "--summary --every"},
		{"few.ndjson", "--min-size 2", ".ffq .ndjson.zst", "--summary --every"},
	} {
		format, err := quadfile.FormatForName(c.name)
		if err != nil {
			t.Fatal(err)
		}
		tried[format] = true
		out := filepath.Join(dir, c.name)
		args := append(strings.Fields(c.flags), "-o", out)
		largeExport = 1 << 40
		whole := size(args...)
		largeExport = whole / 2
		if c.name == "a.zones.txt" {
			largeExport = 0 // any size is large
		}
		_, _, stderr := call(t, append([]string{"export", "--engine", "cpu", "--force", clip}, args...)...)
		line, _, _ := strings.Cut(stderr, "\n")
		reported, list, found := strings.Cut(line, "; smaller: ")
		if !strings.HasPrefix(reported, "ffkvadrat: "+out+": ") || found != (c.forms+c.others != "") || strings.Count(stderr, "ffkvadrat: ") != 1 {
			t.Errorf("%s of %d bytes: %q", c.name, whole, stderr)
			continue
		}
		want := map[string]bool{}
		for _, form := range strings.Fields(c.forms) {
			want[form] = true
		}
		for _, flag := range strings.Fields(c.others) {
			want[flag] = false
		}
		largeExport = 1 << 40
		for part := range strings.SplitSeq(list, ", ") {
			if part == "" || strings.HasPrefix(part, "which ") {
				continue // same as the one before
			}
			name, _, _ := strings.Cut(part, " ")
			is, known := want[name]
			if !known || measured.MatchString(part) != is {
				t.Errorf("%s: %q of %q", c.name, part, list)
			}
			delete(want, name)
			var with []string
			smaller := filepath.Join(dir, "smaller"+c.name[strings.IndexByte(c.name, '.'):])
			switch flag, _, _ := strings.Cut(part, " ("); name {
			case "--fields", "--summary":
				with = strings.Fields(flag)
				if c.name == "points.ndjson" {
					with = append(with, strings.Fields(c.flags)...)
				}
				with = append(with, "-o", smaller)
			case "--every", "--min-size":
				with = append(strings.Fields(c.flags), name, "2", "-o", smaller)
			default:
				with = append(strings.Fields(c.flags), "-o", filepath.Join(dir, "smaller"+name))
				if c.flags == "--fields frame_index,x,y,size" {
					with = with[2:]
				}
			}
			if now := size(with...); now >= whole && format != quadfile.Zones {
				t.Errorf("%s of %d bytes: %s makes it one of %d", c.name, whole, part, now)
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: %v are not in %q", c.name, want, list)
		}
	}
	for _, f := range quadfile.Formats() {
		if !tried[f] {
			t.Errorf("no %v", f)
		}
	}
	// Standard output has no size to warn about, and a batch warns once.
	largeExport = 1000
	if _, _, stderr := call(t, "export", "--engine", "cpu", "-o", "-", clip); strings.Contains(stderr, "smaller: ") {
		t.Errorf("to standard output: %q", stderr)
	}
	folder := t.TempDir()
	if _, _, stderr := call(t, "export", "--engine", "cpu", clitest.VideoFolder(t, nil), "-o", folder); strings.Count(stderr, "at this rate; smaller: ") != 1 || !strings.Contains(stderr, "ffkvadrat: "+folder+"/") {
		t.Errorf("a batch: %q", stderr)
	}
}
