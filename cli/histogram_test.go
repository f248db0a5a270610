package cli

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
)

// rowsOf runs the command and returns its rows.
func rowsOf(t *testing.T, args ...string) [][]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "h.csv")
	if status, _, err := call(t, append([]string{"histogram", "-o", out}, args...)...); status != statusDone {
		t.Fatalf("%v: status %d, %s", args, status, err)
	}
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestHistogram compares every number with the reference, for each source and form.
func TestHistogram(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	for _, c := range []struct {
		args   string
		source histogram.Source
		bins   int
		params analysis.Params
	}{
		{"", histogram.Luma, 256, analysis.Params{}},
		{"--bins 16 --values relative", histogram.Luma, 16, analysis.Params{}},
		{"--of green --bins 100 --values cumulative", histogram.Green, 100, analysis.Params{}},
		{"--of d --operator sobel --planes yuv --bins 64", histogram.D, 64, analysis.Params{Operator: edge.Sobel, Planes: edge.AllPlanes}},
		{"--of d --operator motion", histogram.D, 256, analysis.Params{Operator: edge.Motion}},
	} {
		rows := rowsOf(t, append(strings.Fields(c.args), clip)...)
		in := &input{path: clip, name: clip, stream: -1, remove: func() {}}
		video, err := in.open(&environment{ctx: t.Context()}, 1, yuv.Needs{Before: true})
		if err != nil {
			t.Fatal(err)
		}
		defer video.Close()
		var basis analysis.Basis
		var joint histogram.Joint
		for n, row := range rows[1:] {
			f, err := video.Next()
			if err != nil {
				t.Fatal(err)
			}
			p, subject := &f.Picture, histogram.Subject{Source: c.source, Bins: c.bins}
			if c.source == histogram.D {
				if p, subject.Decision, err = basis.Of(p, c.params); err != nil {
					t.Fatal(err)
				}
			}
			want, err := histogram.Reference(p, subject)
			if err != nil {
				t.Fatal(err)
			}
			sums := want.Cumulative()
			if row[0] != strconv.Itoa(n) || row[3] != c.source.String() || row[4] != strconv.Itoa(want.Pixels) || row[6] != strconv.Itoa(want.Percentile(50)) || len(row) != 10+c.bins {
				t.Fatalf("%s: frame %d has %v", c.args, n, row[:10])
			}
			if joint.Count(f.Picture.Before, &f.Picture) != (row[8] != "") || row[8] != "" && row[8] != strconv.FormatFloat(joint.Information(), 'f', 6, 64) {
				t.Fatalf("%s: frame %d has the information %q", c.args, n, row[8])
			}
			for bin, text := range row[10:] {
				expected := strconv.Itoa(int(want.Counts[bin]))
				switch {
				case strings.Contains(c.args, "relative"):
					expected = strconv.FormatFloat(want.Relative(bin), 'f', -1, 64)
				case strings.Contains(c.args, "cumulative"):
					expected = strconv.Itoa(int(sums[bin]))
				}
				if text != expected {
					t.Fatalf("%s: frame %d, bin %d is %s, want %s", c.args, n, bin, text, expected)
				}
			}
			f.Release()
		}
		if len(rows) < 3 {
			t.Errorf("%s: %d rows", c.args, len(rows))
		}
	}
	if rows := rowsOf(t, "--of", "luma,red,blue", "--from", "#1", "--frames", "2", clip); len(rows) != 7 || rows[1][0] != "1" || rows[2][3] != "red" || rows[1][8] == "" {
		t.Errorf("three sources of two frames: %d rows, %v", len(rows), rows[1][:10])
	}
}

// TestFlagsOfHistograms: flags that histogram does not support are refused with a reason before
// anything is written.
func TestFlagsOfHistograms(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for flags, want := range map[string]string{
		"-o x.json":                         "does not end in .csv",
		"-o x.csv --of hue":                 "no source is called",
		"-o x.csv --bins 15":                "--bins: 15 is not between 16 and 256",
		"-o x.csv --of d --variant feature": "--of d: --variant feature has no such value",
		"-o x.csv --engine gpu":             "--engine: histograms are counted on the CPU",
		"-o x.csv --template 0,0,4,4@0":     "--template: histograms need none",
		"-o x.csv --values square":          "--values",
	} {
		if status, _, err := call(t, append([]string{"histogram", clip}, strings.Fields(flags)...)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", flags, status, err)
		}
	}
	if status, _, err := call(t, "histogram", "-o", filepath.Join(t.TempDir(), "x.csv"), "--of", "d", "--planes", "alpha", clip); status != statusFailed || !strings.Contains(err, "has no alpha") {
		t.Errorf("alpha: status %d, %s", status, err)
	}
}
