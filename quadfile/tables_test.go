package quadfile

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/feature"
	"ffkvadrat/quadfile/columns/columnstest"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/distortion"
)

// readers has a reader for each format of tables.
var readers = map[Format]func(testing.TB, []byte) columnstest.Table{Parquet: columnstest.Parquet, Arrow: columnstest.Arrow}

// checkTable compares a table with rows.
func checkTable(t *testing.T, what any, got columnstest.Table, head string, names []string, rows [][]any) {
	t.Helper()
	if got.Header != head {
		t.Errorf("%v: the header is %s, want %s", what, got.Header, head)
	}
	var columns []string
	for _, c := range got.Columns {
		columns = append(columns, c.Name)
	}
	if names != nil && !slices.Equal(columns, names) {
		t.Fatalf("%v: columns %q, want %q", what, columns, names)
	}
	if !reflect.DeepEqual(rows, got.Rows) { // much faster than cmp
		t.Fatalf("%v: NDJSON −, table +\n%.2000s", what, cmp.Diff(rows, got.Rows))
	}
}

// checkTables compares an export in each format of tables, with its table of frames, with NDJSON.
func checkTables(t *testing.T, h Header, frames ...Frame) {
	t.Helper()
	whole := export(t, NDJSON, h, frames...)
	texts := strings.Split(whole, "\n")
	head, header, lines := lined(t, whole)
	var names, columns []string
	var rows, facts [][]any
	var counts []int
	var notes []string
	for i, l := range lines {
		var quads [][]any
		names, quads = quadsOf(header, l)
		rows, counts = append(rows, quads...), append(counts, len(quads))
		var row []any
		columns, row = factsOf(header, l)
		facts = append(facts, row)
		text, _, _ := strings.Cut(texts[1+i], `,"quads":`)
		notes = append(notes, text+"}")
	}
	for format, read := range readers {
		checkTable(t, format, read(t, []byte(export(t, format, h, frames...))), head, names, rows)
	}
	stream := columnstest.Arrow(t, []byte(export(t, Arrow, h, frames...)))
	if !slices.Equal(stream.Batches, counts) || !slices.Equal(stream.Notes, notes) {
		t.Errorf("batches of %v quads, want %v; notes\n%q, want\n%q", stream.Batches, counts, stream.Notes, notes)
	}
	quads, ofFrames := paired(t, h, frames...)
	checkTable(t, "with a table of frames", quads, head, names, rows)
	checkTable(t, "frames", ofFrames, head, columns, facts)
}

// paired returns both tables of an export.
func paired(t *testing.T, h Header, frames ...Frame) (quads, ofFrames columnstest.Table) {
	t.Helper()
	var out, more bytes.Buffer
	w, err := NewWriter(&out, Parquet, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.SetFrameTable(&more); err != nil {
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
	return columnstest.Parquet(t, out.Bytes()), columnstest.Parquet(t, more.Bytes())
}

// TestPair: both tables of an export have the same text in their footers; exports that differ have
// different texts.
func TestPair(t *testing.T) {
	pairs := map[string]string{}
	for _, c := range []struct {
		name   string
		change func(h *Header, frames []Frame)
	}{
		{"as it is", func(*Header, []Frame) {}},
		{"a quad", func(_ *Header, frames []Frame) { frames[0].Quads = frames[0].Quads[1:] }},
		{"a key frame", func(_ *Header, frames []Frame) { frames[1].KeyFrame = !frames[1].KeyFrame }},
		{"the path", func(h *Header, _ []Frame) { h.Source.Path += "x" }},
		{"a frame without quads", func(_ *Header, frames []Frame) { frames[0].Quads = nil }},
		{"no quads at all", func(_ *Header, frames []Frame) {
			for i := range frames {
				frames[i].Quads = nil
			}
		}},
	} {
		for run := range 2 {
			h, frames := sample(), sampleFrames()
			c.change(&h, frames)
			quads, ofFrames := paired(t, h, frames...)
			if quads.Pair != ofFrames.Pair || len(quads.Pair) != 32 {
				t.Errorf("%s: %q and %q", c.name, quads.Pair, ofFrames.Pair)
			}
			if other, ok := pairs[quads.Pair]; ok != (run == 1) || ok && other != c.name {
				t.Errorf("%s, run %d: as %q", c.name, run, other)
			}
			pairs[quads.Pair] = c.name
		}
	}
	if alone := columnstest.Parquet(t, []byte(export(t, Parquet, sample(), sampleFrames()...))); alone.Pair != "" {
		t.Errorf("alone: %q", alone.Pair)
	}
}

// checkSummaries compares a summary in each format of tables with NDJSON.
func checkSummaries(t *testing.T, h Header, frames ...Frame) {
	t.Helper()
	head, header, lines := lined(t, summary(t, NDJSON, h, frames...))
	var names []string
	var rows [][]any
	for _, l := range lines {
		var row []any
		names, row = summedOf(header, l)
		rows = append(rows, row)
	}
	for format, read := range readers {
		checkTable(t, format, read(t, []byte(summary(t, format, h, frames...))), head, names, rows)
	}
}

// odd returns frames without times and numbers, of changing sizes, with and without quads.
func odd(rnd *rand.Rand, h *Header, n int) (frames []Frame) {
	for i := range n {
		f := Frame{
			Index: int64(2 * i), PTS: rnd.Int64N(1e6) - 5e5, HasPTS: rnd.IntN(3) > 0, Time: rnd.NormFloat64() * 1e4, KeyFrame: rnd.IntN(2) == 0,
			PictType: "\x00?IPBSipb"[rnd.IntN(9)], Corrupt: rnd.IntN(2) == 0, Errors: rnd.IntN(3),
			Interlacing: yuv.Interlacing(i % 3),
		}
		if i >= n/2 {
			f.Index = -1 // as after a seek
		}
		width, height := 1+rnd.IntN(40), 1+rnd.IntN(40)
		f.Width, f.Height, f.PixFmt = width, height, []string{"", "gray", "yuv420p", "\xff\xfe"}[rnd.IntN(4)]
		if h.Analysis.EachFrame {
			f.Threshold = rnd.Float64()
		}
		f.Luma, f.HasLuma = yuv.Tones{Sum: rnd.Uint64N(1 << 30), Percentiles: [3]uint16{1, 2, uint16(rnd.IntN(1 << 16))}}, rnd.IntN(2) == 0
		f.Distortion = distortion.Distortion{SSE: rnd.Uint64N(3) * 12345, Pixels: width * height, Most: 255, SSIM: rnd.Float64(), HasSSIM: rnd.IntN(2) == 0}
		f.Information = siti.Values{SI: rnd.Float64() * 100, TI: rnd.Float64() * 100, HasSI: rnd.IntN(2) == 0, HasTI: rnd.IntN(2) == 0}
		number := func(most float64) partition.Number {
			return partition.Number{Value: rnd.Float64() * most, Known: rnd.IntN(2) == 0}
		}
		f.Coded = Coded{Bytes: rnd.IntN(3) * 1234, Totals: partition.Totals{QP: number(51), Intra: number(1), Skip: number(1), Depth: number(3)}, Density: number(1)}
		if rnd.IntN(3) > 0 {
			f.Quads = randomQuads(rnd, width, height)
		}
		switch {
		case h.Analysis.Cube != 0:
			f.Window, f.Quads = 1+rnd.IntN(h.Analysis.Cube), nil
			setCubes(&f, randomCubes(rnd, width, height, f.Window)...)
		case h.Analysis.Variant.HasValues():
			f.Quads, f.Values = randomPoints(rnd, f.Quads, true)
		case h.Analysis.Variant.HasMeans():
			f.Means = randomMeans(rnd, len(f.Quads))
		}
		if n := h.Analysis.Bounds.Classes(); n > 0 {
			f.Quads, f.Classes = divided(rnd, f.Quads, n)
		}
		frames = append(frames, f)
	}
	return frames
}

// tableHeaders are headers of all variants.
func tableHeaders() map[string]Header {
	each, yuvs, vectors, plain := sample(), featureSample(), featureSample(), sample()
	each.Analysis.EachFrame = true
	yuvs.Analysis.Features, yuvs.Analysis.Matrix, yuvs.Analysis.Range, yuvs.QuadFields = channel.YUV, "", "", nil
	vectors.Analysis.Features, vectors.Analysis.Matrix, vectors.Analysis.Range, vectors.QuadFields = channel.Vectors, "", "", nil
	plain.Source.PixFmt, plain.Source.Path = "", "a\"\n\xff.mkv"
	return map[string]Header{
		"edges": sample(), "rgb": featureSample(), "yuv": yuvs, "vectors": vectors, "points": pointSample(), "hits": hitSample(),
		"classes": classSample(), "cubes": cubeSample(), "each": each, "plain": plain,
	}
}

// TestTables: tables of all variants equal NDJSON, with odd frames and many without quads; also
// summaries with all measures.
func TestTables(t *testing.T) {
	race.Plain(t)
	for name, h := range tableHeaders() {
		t.Run(name, func(t *testing.T) {
			n := 20
			if testing.Short() {
				n = 10
			}
			for seed := range uint64(2) {
				rnd := rand.New(rand.NewPCG(seed, 31))
				checkTables(t, h, odd(rnd, &h, n)...)
				checkTables(t, h, odd(rnd, &h, int(seed%2))...)
				checkSummaries(t, h, odd(rnd, &h, n)...)
				h := h
				h.Coded = h.Analysis.Cube == 0
				checkSummaries(t, h, odd(rnd, &h, n)...)
				if !h.Analysis.Variant.HasValues() {
					h.Fill = "linear"
				}
				if h.Analysis.Cube == 0 {
					h.SITI = "legacy"
				}
				checkSummaries(t, h, odd(rnd, &h, n)...)
			}
		})
	}
}

// FuzzTables is TestTables with any frames, paths and times.
func FuzzTables(f *testing.F) {
	f.Add("edges", "clip.mp4", int64(0), 0.04, uint64(1))
	f.Add("cubes", "", int64(math.MinInt64), -1e300, uint64(2))
	f.Add("rgb", "a\xff\r\n\"", int64(math.MaxInt64), math.SmallestNonzeroFloat64, uint64(3))
	f.Fuzz(func(t *testing.T, variant, path string, pts int64, time float64, seed uint64) {
		h, ok := tableHeaders()[variant]
		if !ok || math.IsNaN(time) || math.IsInf(time, 0) {
			t.Skip("no header, or no time")
		}
		h.Source.Path = path
		rnd := rand.New(rand.NewPCG(seed, 32))
		frames := odd(rnd, &h, rnd.IntN(6))
		for i := range frames {
			frames[i].PTS, frames[i].Time = pts, time
		}
		checkTables(t, h, frames...)
		checkSummaries(t, h, frames...)
	})
}

// TestFrameTable: only Parquet has a separate table of frames.
func TestFrameTable(t *testing.T) {
	for _, format := range Formats() {
		if format.Has(OneFrame) || format.Has(Seekable) || format.Takes(Contents{}) != nil {
			continue
		}
		w, err := NewWriter(&bytes.Buffer{}, format, sample())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.SetFrameTable(&bytes.Buffer{}); (err == nil) != (format == Parquet) {
			t.Errorf("%v: %v", format, err)
		}
	}
	w, _ := NewWriter(&bytes.Buffer{}, Parquet, sample())
	if err := w.SetFrameTable(&limited{10}); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteFrame(&sampleFrames()[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil || !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "quadfile: the table of frames: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("on a full disk: %v", err)
	}
}

// TestTablesStream: memory stays bounded while 20,000 frames are written.
func TestTablesStream(t *testing.T) {
	race.Plain(t)
	frames := 20000
	if testing.Short() {
		frames = 2000
	}
	list := randomQuads(rand.New(rand.NewPCG(5, 6)), 200, 200)
	list = list[:min(300, len(list))]
	for _, h := range []Header{sample(), featureSample()} {
		for _, format := range []Format{Parquet, Arrow} {
			var c counter
			w, err := NewWriter(&c, format, h)
			if err != nil {
				t.Fatal(err)
			}
			if format == Parquet {
				if err := w.SetFrameTable(new(counter)); err != nil {
					t.Fatal(err)
				}
			}
			f := Frame{HasPTS: true, PictType: 'P', Quads: list}
			if h.Analysis.Variant == analysis.CommonFeature {
				f.Means = make([]feature.Mean, len(list))
			}
			var first, last runtime.MemStats
			for i := range frames {
				f.Index, f.PTS = int64(i), int64(512*i)
				if err := w.WriteFrame(&f); err != nil {
					t.Fatal(err)
				}
				if i == frames/5 {
					runtime.GC()
					runtime.ReadMemStats(&first)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&last)
			grown := int64(last.HeapAlloc) - int64(first.HeapAlloc)
			t.Logf("%v: %d kB in use, %d kB more than after a fifth; %d kB written", format, last.HeapAlloc>>10, grown>>10, c.n>>10)
			if grown > 8<<20 {
				t.Errorf("%v, %s: %d bytes more in use", format, h.Analysis.Variant, grown)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestDocsColumns: docs/reference/formats/tables.md lists the columns of both tables with their
// types and conditions.
func TestDocsColumns(t *testing.T) {
	page, err := os.ReadFile("../docs/reference/formats/tables.md")
	if err != nil {
		t.Fatal(err)
	}
	for title, all := range map[string][]column{"A row for each quad": quadTable(), "A row for each frame": frameTable(true)} {
		_, section, _ := strings.Cut(string(page), title)
		row := regexp.MustCompile("(?m)^\\| (`[^|]*) \\| ([a-z0-9]+)(, or null)? \\| ([^|]*?) ?\\| [^|]+ \\|$")
		section, _, _ = strings.Cut(section, "\n\n##")
		if next := strings.Index(section, "A row for each frame"); next >= 0 {
			section = section[:next]
		}
		type entry struct {
			name, kind string
			null       bool
			when       string
		}
		var got, want []entry
		for _, m := range row.FindAllStringSubmatch(section, -1) {
			names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[1], -1)
			if len(names) == 2 && strings.Contains(m[1], " to ") { // stands for all powers of two between
				first := names[0][1]
				names = nil
				for size := 1; size <= MaxSide; size *= 2 {
					names = append(names, []string{"", strings.TrimRight(first, "0123456789") + strconv.Itoa(size)})
				}
			}
			for _, name := range names {
				got = append(got, entry{name[1], m[2], m[3] != "", m[4]})
			}
		}
		for _, c := range all {
			want = append(want, entry{c.Name, c.Kind.String(), c.Optional, c.when})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: documented −, columns +\n%s", title, cmp.Diff(got, want, cmp.AllowUnexported(entry{})))
		}
	}
}
