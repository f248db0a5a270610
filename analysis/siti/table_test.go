package siti_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis/siti"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestTable compares with testdata/table.csv, which testdata/table.py computes by the published
// formulas. Rows without a transfer curve of their own have the numbers of siti-tools 0.5.0.
func TestTable(t *testing.T) {
	file, err := os.Open("testdata/table.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 50 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	pictures := map[string][]*yuv.Picture{}
	meter := siti.NewMeter()
	for _, row := range rows[1:] {
		clip, curve := row[0], row[1]
		if pictures[clip] == nil {
			pictures[clip] = luma(t, "../../samples/"+clip)
		}
		d, err1 := siti.ParseDomain(row[2])
		n, err2 := strconv.Atoi(row[3])
		si, err3 := strconv.ParseFloat(row[4], 64)
		if err1 != nil || err2 != nil || err3 != nil || n < 1 || n > len(pictures[clip]) {
			t.Fatalf("%v: %v, %v, %v", row, err1, err2, err3)
		}
		want := siti.Values{SI: si, HasSI: true, HasTI: n > 1}
		if want.HasTI {
			if want.TI, err = strconv.ParseFloat(row[5], 64); err != nil {
				t.Fatal(err)
			}
		}
		p := pictures[clip][n-1]
		transfer, ok := map[string]string{"sdr": "bt709", "pq": "smpte2084", "hlg": "arib-std-b67"}[curve]
		if !ok {
			t.Fatalf("curve %q", curve)
		}
		if p.Colour.Transfer = transfer; n > 1 {
			p.Before = pictures[clip][n-2]
			p.Before.Colour.Transfer = transfer
		}
		if got := meter.Of(p, d); !near(got, want) {
			t.Errorf("%v: %+v, want %+v", row[:4], got, want)
		}
	}
}

// luma returns a clip's first four pictures as FFmpeg decodes them, without chroma.
func luma(t *testing.T, clip string) (pictures []*yuv.Picture) {
	t.Helper()
	out := clips.Probe(t, "-select_streams", "v:0", "-show_entries", "stream=width,height,pix_fmt,color_range", "-of", "default=nw=1", clip)
	entries := map[string]string{}
	for _, line := range strings.Split(string(out), "\n") {
		key, value, _ := strings.Cut(line, "=")
		entries[key] = value
	}
	width, err1 := strconv.Atoi(entries["width"])
	height, err2 := strconv.Atoi(entries["height"])
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	format, plane := yuvtest.Formats[0], "extractplanes=y"
	switch entries["pix_fmt"] {
	case "gray":
		plane = "null"
	case "yuv420p10le":
		format.Name, format.Depth = "gray10le", 10
	}
	raw := clips.Raw(t, "-noautorotate", "-i", clip, "-vf", plane, "-frames:v", "4", "-f", "rawvideo")
	for len(raw) > 0 {
		var p *yuv.Picture
		if p, raw = yuvtest.Raw(raw, format, width, height); p == nil {
			t.Fatalf("%s: %d bytes are left", clip, len(raw))
		}
		if entries["color_range"] == "pc" {
			p.Colour.Range = yuv.Full
		}
		pictures = append(pictures, p)
	}
	return pictures
}
