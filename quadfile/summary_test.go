package quadfile

import (
	"encoding/csv"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

func summary(t *testing.T, format Format, h Header, frames ...Frame) string {
	t.Helper()
	return written(t, NewSummary, format, h, frames)
}

func TestSummary(t *testing.T) {
	got := summary(t, NDJSON, sample(), sampleFrames()...)
	want := strings.Replace(strings.Replace(sampleHeader, "ffkvadrat-quads", "ffkvadrat-summary", 1),
		`"quad_fields":["x","y","size"]`, `"size_fields":["size","count"]`, 1) + `
{"frame_index":0,"pts":0,"pts_time":"0.000000","key_frame":1,"pict_type":"I","quad_count":3,"coverage":0.000091,"area_entropy":0.001443,"sizes":[[2,1],[4,1],[8,1]]}
{"frame_index":1,"pts_time":"0.040000","pts_synthetic":1,"key_frame":0,"quad_count":0,"coverage":0.000000,"area_entropy":0.000000,"sizes":[]}
{"frame_index":4,"pts":-512,"pts_time":"-0.040000","key_frame":0,"pict_type":"b","width":5,"height":3,"pix_fmt":"gray","corrupt":1,"errors":2,"quad_count":2,"coverage":0.333333,"area_entropy":1.158939,"sizes":[[1,1],[2,1]]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s := compileAs(t, summaryURL)
	for _, format := range []Format{JSON, NDJSON} {
		for _, h := range []Header{sample(), featureSample()} {
			frames := sampleFrames()
			if h.Analysis.Variant == analysis.CommonFeature {
				frames = featureFrames()
			}
			text := summary(t, format, h, frames...)
			if err := s.validate(text, format); err != nil {
				t.Errorf("%v: %v", format, err)
			}
			if err := compile(t).validate(text, format); err == nil {
				t.Errorf("%v: the schema of exports with quads admits it", format)
			}
			if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "summary") {
				t.Errorf("%v: is read: %v", format, err)
			}
		}
	}
}

// TestSummaryCounts: a summary counts every size of a long list. Its length depends on the number
// of frames, not of quads.
func TestSummaryCounts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(14, 1))
	f := Frame{HasPTS: true, Quads: randomQuads(rnd, 1280, 720)}
	rows, err := csv.NewReader(strings.NewReader(summary(t, CSV, sample(), f, Frame{Index: 1, HasPTS: true}))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	count := map[string]int{}
	for _, q := range f.Quads {
		count["count_"+strconv.Itoa(q.Size())]++
	}
	for i, name := range rows[0] {
		if strings.HasPrefix(name, "count_") && rows[1][i] != strconv.Itoa(count[name]) {
			t.Errorf("%s is %s, want %d", name, rows[1][i], count[name])
		}
		if name == "quad_count" && rows[1][i] != strconv.Itoa(len(f.Quads)) {
			t.Errorf("%s of %d quads", rows[1][i], len(f.Quads))
		}
	}
}

func TestSummaryFormats(t *testing.T) {
	for _, format := range Formats() {
		w, err := NewSummary(io.Discard, format, sample())
		if format.Has(Summaries) != (err == nil) {
			t.Errorf("%v: %v", format, err)
		}
		if err != nil {
			continue
		}
		most := 0.
		if format == Arrow {
			most = 300 // for a batch of the library
		}
		f := Frame{HasPTS: true, Quads: sampleFrames()[0].Quads}
		if n := testing.AllocsPerRun(1000, func() {
			f.Index++
			if err := w.WriteFrame(&f); err != nil {
				t.Fatal(err)
			}
		}); n > most {
			t.Errorf("%v: %v allocations a frame", format, n)
		}
	}
}

// TestTextStaysSmall: the text of frames without quads, and of summaries, takes little memory,
// however many there are.
func TestTextStaysSmall(t *testing.T) {
	race.Plain(t)
	for _, format := range Formats() {
		for name, start := range map[string]func(io.Writer, Format, Header) (*Writer, error){"quads": NewWriter, "summary": NewSummary} {
			w, err := start(io.Discard, format, sample())
			if err != nil {
				continue
			}
			for i := range int64(5000) {
				if err := w.WriteFrame(&Frame{Index: i, HasPTS: true, PTS: i * i}); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil || cap(w.piece.text) > 2048 {
				t.Errorf("%v, %s: text of %d bytes, %v", format, name, cap(w.piece.text), err)
			}
		}
	}
}

// TestSummaryOfLuma: only a summary has the known fields of luma.
func TestSummaryOfLuma(t *testing.T) {
	f := sampleFrames()[0]
	f.Luma, f.HasLuma = yuv.Tones{Sum: 1280*720*3 + 5, Percentiles: [3]uint16{1, 2, 65535}}, true
	for format, part := range map[Format]string{
		NDJSON: `"coverage":0.000091,"area_entropy":0.001443,"luma_mean":3.000005,"luma_p1":1,"luma_p50":2,"luma_p99":65535,"sizes":[`,
		CSV:    ",3.000005,1,2,65535\r\n",
	} {
		text := summary(t, format, sample(), f)
		if !strings.Contains(text, part) {
			t.Errorf("%v: got\n%s\nwithout %s", format, text, part)
		}
		if format == NDJSON {
			if err := compileAs(t, summaryURL).validate(text, format); err != nil {
				t.Error(err)
			}
		}
		if text := export(t, format, sample(), f); strings.Contains(text, "luma") {
			t.Errorf("%v with quads: %s", format, text)
		}
	}
	f.Width, f.Height = 2, 1
	f.Quads = nil
	f.Luma.Sum = 1<<17 - 3
	if text := summary(t, NDJSON, sample(), f); !strings.Contains(text, `"luma_mean":65534.500000,`) {
		t.Error(text)
	}
}

// TestSummaryOfDistortion: only a summary whose header has a fill has the distortion.
func TestSummaryOfDistortion(t *testing.T) {
	h, f := sample(), sampleFrames()[0]
	h.Fill = "linear"
	f.Distortion = distortion.Distortion{SSE: 65025, Pixels: 1000, Most: 255, SSIM: 0.98765432, HasSSIM: true}
	for format, parts := range map[Format][]string{
		NDJSON: {`"size_fields":["size","count"],"fill":"linear"}`, `"coverage":0.000091,"area_entropy":0.001443,"psnr":30.000000,"ssim":0.987654,"sizes":[`},
		CSV:    {",luma_p99,psnr,ssim\r\n", ",30.000000,0.987654\r\n"},
	} {
		text := summary(t, format, h, f)
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%v: got\n%s\nwithout %s", format, text, part)
			}
		}
		if text := summary(t, format, sample(), f); strings.Contains(text, "psnr") {
			t.Errorf("%v without a fill: %s", format, text)
		}
		if _, err := NewWriter(io.Discard, format, h); err == nil {
			t.Errorf("%v: quads with a fill", format)
		}
	}
	equal := f
	equal.Distortion = distortion.Distortion{Pixels: 1000, Most: 255}
	if text := summary(t, CSV, h, equal); !strings.Contains(text, ",inf,\r\n") {
		t.Error(text)
	}
	for _, f := range []Frame{f, equal} {
		for _, format := range []Format{JSON, NDJSON} {
			if err := compileAs(t, summaryURL).validate(summary(t, format, h, f), format); err != nil {
				t.Error(err)
			}
		}
	}
	for _, fill := range []string{"cubic", "Mean"} {
		h.Fill = fill
		if _, err := NewSummary(io.Discard, NDJSON, h); err == nil {
			t.Errorf("fill %s gave no error", fill)
		}
	}
	h = pointSample()
	h.Fill = "mean"
	if _, err := NewSummary(io.Discard, NDJSON, h); err == nil {
		t.Error("a fill of points gave no error")
	}
}

// TestSummaryOfInformation: only a summary whose header has a domain has SI and TI, as far as they
// are known.
func TestSummaryOfInformation(t *testing.T) {
	h, f := sample(), sampleFrames()[0]
	h.SITI = "legacy"
	f.Information = siti.Values{SI: 145.2518685, TI: 3.94907179, HasSI: true, HasTI: true}
	first, small := f, f
	first.Index, small.Index = 1, 2
	first.Information.HasTI, small.Information.HasSI = false, false
	for format, parts := range map[Format][3]string{
		NDJSON: {`"si":145.251869,"ti":3.949072,"sizes":[`, `"si":145.251869,"sizes":[`, `"area_entropy":0.001443,"ti":3.949072,"sizes":[`},
		CSV:    {",145.251869,3.949072\r\n", ",145.251869,\r\n", ",,3.949072\r\n"},
	} {
		text := summary(t, format, h, f, first, small)
		for _, part := range append(parts[:], map[Format]string{NDJSON: `"siti":"legacy"}`, CSV: ",luma_p99,si,ti\r\n"}[format]) {
			if !strings.Contains(text, part) {
				t.Errorf("%v: got\n%s\nwithout %s", format, text, part)
			}
		}
		if text := summary(t, format, sample(), f); strings.Contains(text, "145.25") || strings.Contains(text, `"si":`) {
			t.Errorf("%v without a domain: %s", format, text)
		}
		if _, err := NewWriter(io.Discard, format, h); err == nil {
			t.Errorf("%v: quads with a domain", format)
		}
	}
	for _, format := range []Format{JSON, NDJSON} {
		if err := compileAs(t, summaryURL).validate(summary(t, format, h, f, first, small), format); err != nil {
			t.Error(err)
		}
	}
	h.SITI = "pu21"
	if _, err := NewSummary(io.Discard, NDJSON, h); err == nil {
		t.Error("domain pu21 gave no error")
	}
	h = cubeSample()
	h.SITI = "pq"
	if _, err := NewSummary(io.Discard, NDJSON, h); err == nil {
		t.Error("cubes with a domain gave no error")
	}
}
