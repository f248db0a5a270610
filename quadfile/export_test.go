package quadfile

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/channel"
)

// sample is the header of the examples in docs/reference/formats/quads.md.
func sample() Header {
	return Header{
		Source: Source{
			Path:         "clip.mp4",
			CodecName:    "h264",
			Width:        1280,
			Height:       720,
			PixFmt:       "yuv420p",
			TimeBase:     Rational{1, 12800},
			AvgFrameRate: Rational{25, 1},
		},
		Analysis:   Analysis{Params: analysis.Params{Threshold: 0.01}},
		QuadFields: []string{"x", "y", "size"},
	}
}

// featureSample is sample for the common feature combiner, with limits.
func featureSample() Header {
	h := sample()
	h.Analysis = Analysis{Params: analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.001, MinSize: 2, MaxSize: 64}, Matrix: "bt709", Range: "full"}
	h.QuadFields = []string{"x", "y", "size", "mean_r", "mean_g", "mean_b"}
	return h
}

// pointSample is sample for points line by line.
func pointSample() Header {
	h := sample()
	h.Analysis.Variant, h.Analysis.Order = analysis.Points, points.ByLines
	h.QuadFields = []string{"x", "y", "value"}
	return h
}

// hitSample is pointSample for hits of a template.
func hitSample() Header {
	h := pointSample()
	h.Analysis = Analysis{Params: analysis.Params{Variant: analysis.Templates, Threshold: 0.05, Order: points.ByLines, Search: match.Search{
		Template: match.Template{Width: 3, Height: 2, Depth: 8, Samples: "\x10\xff\x00abc"}, Suppress: true,
	}}}
	return h
}

// classSample is sample with three classes.
func classSample() Header {
	h := sample()
	h.Analysis.Operator, h.Analysis.Low, h.Analysis.Threshold = edge.Range, 0.125, 1
	var err error
	if h.Analysis.Bounds, err = edge.NewBounds(0.25, 0.5); err != nil {
		panic(err)
	}
	h.QuadFields = []string{"x", "y", "size", "class"}
	return h
}

// classFrames are frames of classSample.
func classFrames() []Frame {
	return []Frame{
		{Index: 0, HasPTS: true, KeyFrame: true, Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(640, 704, 4), quad(8, 0, 2), quad(9, 9, 0)}, Classes: []uint8{0, 0, 2, 2}},
		{Index: 1, PTS: 512, HasPTS: true},
	}
}

// pointFrames are frames of pointSample.
func pointFrames() []Frame {
	return []Frame{
		{Index: 0, HasPTS: true, KeyFrame: true, Quads: []quadpyramid.Quad{quad(9, 0, 0), quad(1279, 0, 0), quad(0, 1, 0), quad(640, 719, 0)}, Values: []uint16{0, 255, 65535, 16385}},
		{Index: 1, PTS: 512, HasPTS: true},
	}
}

// export writes frames and returns the text.
func export(t testing.TB, format Format, h Header, frames ...Frame) string {
	t.Helper()
	return written(t, NewWriter, format, h, frames)
}

// written returns the text that a writer made by begin writes.
func written(t testing.TB, begin func(io.Writer, Format, Header) (*Writer, error), format Format, h Header, frames []Frame) string {
	t.Helper()
	var b strings.Builder
	w, err := begin(&b, format, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.WriteFrame(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// randomMeans returns n means.
func randomMeans(rnd *rand.Rand, n int) []feature.Mean {
	means := make([]feature.Mean, n)
	for i := range means {
		means[i] = feature.NewMean(channel.Vector{uint16(rnd.IntN(16384)), uint16(rnd.IntN(16384)), uint16(rnd.IntN(16384))})
	}
	return means
}

// randomQuads returns a list in Morton order for a picture of width × height, from a quadtree whose
// cells end, split or stay empty at random.
func randomQuads(rnd *rand.Rand, width, height int) []quadpyramid.Quad {
	top := 0
	for 1<<top < max(width, height) {
		top++
	}
	var quads []quadpyramid.Quad
	var descend func(x, y, level int)
	descend = func(x, y, level int) {
		size := 1 << level
		if x >= width || y >= height {
			return
		}
		inside := x+size <= width && y+size <= height
		switch chance := rnd.IntN(8); {
		case inside && (level == 0 || chance < 2):
			if chance != 0 {
				quads = append(quads, quadpyramid.NewQuad(x, y, level))
			}
		case level > 0:
			half := size / 2
			descend(x, y, level-1)
			descend(x+half, y, level-1)
			descend(x, y+half, level-1)
			descend(x+half, y+half, level-1)
		}
	}
	descend(0, 0, top)
	return quads
}

func TestFormatForName(t *testing.T) {
	for name, want := range map[string]Format{
		"a.json": JSON, "a.ndjson": NDJSON, "dir.x/A.JSONL": NDJSON, ".json": JSON, "a.b.Json": JSON,
		"a.csv": CSV, "a.yuview.csv": YUView, "yuview.csv": CSV, "a.COCO.json": COCO, "coco.json": JSON, "a.mtx": MatrixMarket, "a.npz": NPZ, "a.PLY": PLY, "a.coco.json.gz": COCO,
		"a.ffq": FFQ, "a.json.gz": JSON, "a.ndjson.ZST": NDJSON,
		"a.svtroi.txt": SVTMap, "a.KVZROI.TXT": KvazaarMap, "a.kvzroi.bin": KvazaarBinary, "a.b.zones.txt": Zones,
		"a.PARQUET": Parquet, "a.frames.parquet": Parquet, "a.Arrows": Arrow, "a.arrows.zst": Arrow,
	} {
		if got, err := FormatForName(name); got != want || err != nil {
			t.Errorf("FormatForName(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"", "json", "a.", "a.txt", "a.json/b", "a.gz", ".zst", "a.json.gz.gz", "a.gz.json.x"} {
		_, err := FormatForName(name)
		if err == nil || !strings.Contains(err.Error(), ".json, .ndjson, .csv, .yuview.csv, .coco.json, .mtx, .npz, .ffq, .ply, .svtroi.txt, .kvzroi.txt, .kvzroi.bin, .zones.txt, .parquet and .arrows") {
			t.Errorf("FormatForName(%q): %v", name, err)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range []Format{JSON, NDJSON, CSV, YUView, COCO} {
		if got, err := ParseFormat(f.String()); got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %v, %v", f, got, err)
		}
	}
	if _, err := ParseFormat("xml"); err == nil {
		t.Error("xml is known")
	}
	if s := Format(99).String(); s != "Format(99)" {
		t.Errorf("Format(99) is called %q", s)
	}
}

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		area          int64
		width, height int
		want          string
	}{
		{0, 1, 1, "0.000000"},
		{1, 1, 1, "1.000000"},
		{1, 3, 1, "0.333333"},
		{2, 3, 1, "0.666667"},
		{1, 128, 1, "0.007813"}, // 0.0078125: halves go up
		{3, 128, 1, "0.023438"}, // 0.0234375
		{1, 1000, 2000, "0.000001"},
		{1, 1000, 2001, "0.000000"},
		{1<<28 - 1, 1 << 14, 1 << 14, "1.000000"},
		{1 << 27, 1 << 14, 1 << 14, "0.500000"},
	} {
		got := string(appendMillionths(nil, coverageMillionths(c.area, c.width, c.height)))
		if got != c.want {
			t.Errorf("coverage of %d in %d×%d is %s, want %s", c.area, c.width, c.height, got, c.want)
		}
	}
}

// TestSeconds compares with the output of FFmpeg 5.1's ffprobe.
func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		pts  int64
		base Rational
		want string
	}{
		{0, Rational{1, 12800}, "0.000000"},
		{512, Rational{1, 12800}, "0.040000"},
		{-1024, Rational{1, 12800}, "-0.080000"},
		{1001, Rational{1, 30000}, "0.033367"},
		{-1, Rational{1, 90000}, "-0.000011"},
		{1, Rational{1, 10000000}, "0.000000"},
		{-1, Rational{1, 10000000}, "-0.000000"},
		{8589934592, Rational{1, 90000}, "95443.717689"},
		{7, Rational{1001, 30000}, "0.233567"},
	} {
		got := string(appendSeconds(nil, seconds(c.pts, c.base)))
		if got != c.want {
			t.Errorf("%d at %v is %s, want %s", c.pts, c.base, got, c.want)
		}
	}
}

func TestAppendString(t *testing.T) {
	for in, want := range map[string]string{
		"":                `""`,
		"a b.mp4":         `"a b.mp4"`,
		`"q\`:             `"\"q\\"`,
		"tab\tline\n\x00": `"tab\tline\n\u0000"`,
		"\x1f\x7f":        "\"\\u001f\x7f\"",
		"grün€😀":          `"grün€😀"`,
		"bad\xff\xc3":     "\"bad\ufffd\ufffd\"",
		"</script>&":      `"</script>&"`,
	} {
		if got := string(appendString(nil, in)); got != want {
			t.Errorf("%q becomes %s, want %s", in, got, want)
		}
	}
}

func TestAppendQuads(t *testing.T) {
	for _, v := range []int{0, 1, 9, 10, 42, 99, 100, 101, 999, 1000, 1009, 9999, 10000, 10203, 16383} {
		for level := range 15 {
			q := quadpyramid.NewQuad(v, 16383-v, level)
			b := appendQuads(make([]byte, 0, maxQuadText), &Frame{Quads: []quadpyramid.Quad{q}})
			want := plainQuad(q)
			if string(b) != want {
				t.Errorf("quad %v is %s, want %s", q, b, want)
			}
			mean := feature.NewMean(channel.Vector{uint16(v), 16383, uint16(16383 - v)})
			b = appendQuads(make([]byte, 0, maxQuadText+maxMeanText), &Frame{Quads: []quadpyramid.Quad{q}, Means: []feature.Mean{mean}})
			want = fmt.Sprintf(",[%d,%d,%d,%d,%d,%d]", q.X(), q.Y(), q.Size(), v, 16383, 16383-v)
			if string(b) != want {
				t.Errorf("quad %v with a mean is %s, want %s", q, b, want)
			}
		}
	}
}
