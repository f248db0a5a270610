package quadfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

func plainQuad(q quadpyramid.Quad) string {
	return fmt.Sprintf(",[%d,%d,%d]", q.X(), q.Y(), q.Size())
}

func quad(x, y, level int) quadpyramid.Quad { return quadpyramid.NewQuad(x, y, level) }

const sampleHeader = `{"format":"ffkvadrat-quads","version":1,"source":{"path":"clip.mp4","stream_index":0,"codec_name":"h264","width":1280,"height":720,"pix_fmt":"yuv420p","time_base":"1/12800","avg_frame_rate":"25/1"},"analysis":{"variant":"edge-threshold","threshold":0.01,"operator":"cross","planes":"y"},"quad_fields":["x","y","size"]}`

func TestWriteNDJSON(t *testing.T) {
	got := export(t, NDJSON, sample(),
		Frame{Index: 0, HasPTS: true, KeyFrame: true, PictType: 'I', Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 2), quad(12, 0, 1)}},
		Frame{Index: 1, Time: 0.04, PictType: '?'},
		Frame{Index: 7, PTS: -512, HasPTS: true, PictType: 'B', Width: 4, Height: 2, PixFmt: "gray", Corrupt: true, Errors: 3, Quads: []quadpyramid.Quad{quad(0, 0, 1), quad(2, 0, 1)}},
		Frame{Index: 8, PTS: 512, HasPTS: true, Width: 1280, Height: 720, PixFmt: "yuv420p"},
	)
	want := sampleHeader + `
{"frame_index":0,"pts":0,"pts_time":"0.000000","key_frame":1,"pict_type":"I","quad_count":3,"coverage":0.000091,"quads":[[0,0,8],[8,0,4],[12,0,2]]}
{"frame_index":1,"pts_time":"0.040000","pts_synthetic":1,"key_frame":0,"quad_count":0,"coverage":0.000000,"quads":[]}
{"frame_index":7,"pts":-512,"pts_time":"-0.040000","key_frame":0,"pict_type":"B","width":4,"height":2,"pix_fmt":"gray","corrupt":1,"errors":3,"quad_count":2,"coverage":1.000000,"quads":[[0,0,2],[2,0,2]]}
{"frame_index":8,"pts":512,"pts_time":"0.040000","key_frame":0,"quad_count":0,"coverage":0.000000,"quads":[]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteFeatures(t *testing.T) {
	got := export(t, NDJSON, featureSample(), Frame{
		HasPTS: true,
		Quads:  []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 2)},
		Means:  []feature.Mean{feature.NewMean(channel.Vector{1, 22, 16383}), 0},
	})
	want := strings.Replace(strings.Replace(sampleHeader,
		`"variant":"edge-threshold","threshold":0.01,"operator":"cross","planes":"y"`,
		`"variant":"common-feature","threshold":0.001,"features":"rgb","matrix":"bt709","range":"full","min_size":2,"max_size":64`, 1),
		`"size"]`, `"size","mean_r","mean_g","mean_b"]`, 1) + `
{"frame_index":0,"pts":0,"pts_time":"0.000000","key_frame":0,"quad_count":2,"coverage":0.000087,"quads":[[0,0,8,1,22,16383],[8,0,4,0,0,0]]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteDiscriminator(t *testing.T) {
	h := sample()
	h.Analysis.Operator, h.Analysis.Threshold, h.Analysis.Low, h.Analysis.Invert, h.Analysis.MaxSize = edge.Range, 0.5, 0.25, true, 16
	want := strings.Replace(sampleHeader, `"threshold":0.01,"operator":"cross","planes":"y"`, `"threshold":0.5,"operator":"range","planes":"y","low":0.25,"invert":1,"max_size":16`, 1) + "\n"
	if got := export(t, NDJSON, h); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteJSON(t *testing.T) {
	if got, want := export(t, JSON, sample()), "{\"header\":"+sampleHeader+",\n\"frames\":[\n]}\n"; got != want {
		t.Errorf("without frames: got\n%s\nwant\n%s", got, want)
	}
	got := export(t, JSON, sample(), Frame{Index: 0, HasPTS: true}, Frame{Index: 1, PTS: 512, HasPTS: true})
	want := "{\"header\":" + sampleHeader + `,
"frames":[
{"frame_index":0,"pts":0,"pts_time":"0.000000","key_frame":0,"quad_count":0,"coverage":0.000000,"quads":[]},
{"frame_index":1,"pts":512,"pts_time":"0.040000","key_frame":0,"quad_count":0,"coverage":0.000000,"quads":[]}
]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteSparseHeader(t *testing.T) {
	h := Header{
		Source:   Source{StreamIndex: 3, Width: 1, Height: 16384, TimeBase: Rational{1, 25}},
		Analysis: Analysis{Params: analysis.Params{Threshold: math.Copysign(0, -1), Operator: edge.Sobel, Planes: edge.AllPlanes}},
	}
	want := `{"format":"ffkvadrat-quads","version":1,"source":{"stream_index":3,"width":1,"height":16384,"time_base":"1/25"},"analysis":{"variant":"edge-threshold","threshold":0,"operator":"sobel","planes":"yuv"},"quad_fields":["x","y","size"]}` + "\n"
	if got := export(t, NDJSON, h); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestThresholdText(t *testing.T) {
	for threshold, want := range map[float64]string{0: "0", 4: "4", 0.1: "0.1", 1e-7: "0.0000001", 0.012345678901234567: "0.012345678901234567", 16: "16"} {
		h := sample()
		h.Analysis.Threshold, h.Analysis.Operator = threshold, edge.Laplace
		if got := export(t, NDJSON, h); !strings.Contains(got, `"threshold":`+want+`,`) {
			t.Errorf("threshold %v: no %s in\n%s", threshold, want, got)
		}
	}
}

// TestWriteLongList writes a list many times as long as the buffer, and compares with text made by
// fmt.
func TestWriteLongList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	h := sample()
	h.Source.Width, h.Source.Height = 1000, 700
	for range 4 {
		quads := randomQuads(rnd, 1000, 700)
		var want strings.Builder
		for _, q := range quads {
			want.WriteString(plainQuad(q))
		}
		got := export(t, NDJSON, h, Frame{HasPTS: true, Quads: quads})
		_, got, _ = strings.Cut(got, `"quads":[`)
		if got != want.String()[1:]+"]}\n" {
			t.Fatalf("a list of %d quads differs", len(quads))
		}
	}
}

func TestNewWriterErrors(t *testing.T) {
	for name, change := range map[string]func(h *Header){
		"width 0":            func(h *Header) { h.Source.Width = 0 },
		"height too large":   func(h *Header) { h.Source.Height = MaxSide + 1 },
		"stream index":       func(h *Header) { h.Source.StreamIndex = -1 },
		"time base 0":        func(h *Header) { h.Source.TimeBase = Rational{} },
		"time base negative": func(h *Header) { h.Source.TimeBase = Rational{1, -1} },
		"frame rate":         func(h *Header) { h.Source.AvgFrameRate = Rational{-25, 1} },
		"variant":            func(h *Header) { h.Analysis.Variant = analysis.VariantCount },
		"operator, features": func(h *Header) { h.Analysis.Variant, h.Analysis.Operator = analysis.CommonFeature, edge.Sobel },
		"matrix":             func(h *Header) { *h = featureSample(); h.Analysis.Matrix = "bt470bg" },
		"range":              func(h *Header) { *h = featureSample(); h.Analysis.Range = "tv" },
		"no range":           func(h *Header) { *h = featureSample(); h.Analysis.Range = "" },
		"matrix and YUV": func(h *Header) {
			*h = featureSample()
			h.Analysis.Features, h.QuadFields = channel.YUV, nil
		},
		"edge and matrix":    func(h *Header) { h.Analysis.Matrix, h.Analysis.Range = "bt601", "full" },
		"edge and features":  func(h *Header) { h.Analysis.Features = channel.YUV },
		"lower end":          func(h *Header) { h.Analysis.Low = math.Inf(1) },
		"smallest size":      func(h *Header) { h.Analysis.MinSize = 3 },
		"sizes":              func(h *Header) { h.Analysis.MinSize, h.Analysis.MaxSize = 8, 4 },
		"threshold NaN":      func(h *Header) { h.Analysis.Threshold = math.NaN() },
		"threshold +Inf":     func(h *Header) { h.Analysis.Threshold = math.Inf(1) },
		"threshold negative": func(h *Header) { h.Analysis.Threshold = -0.5 },
		"threshold beyond":   func(h *Header) { h.Analysis.Threshold = 4.01 },
		"colours beyond":     func(h *Header) { *h = featureSample(); h.Analysis.Threshold = 4.01 },
		"luma of planes":     func(h *Header) { h.Analysis.Operator, h.Analysis.Planes = edge.Luma, edge.AllPlanes },
		"low of luma":        func(h *Header) { h.Analysis.Operator, h.Analysis.Low = edge.Luma, 0.005 },
		"planes":             func(h *Header) { h.Analysis.Variant, h.Analysis.Planes = analysis.CommonFeature, edge.AllPlanes },
		"quad fields":        func(h *Header) { h.QuadFields = []string{"x", "y", "x"} },
		"quad field names":   func(h *Header) { h.QuadFields = []string{"x", "y", "z"} },
	} {
		h := sample()
		change(&h)
		if _, err := NewWriter(io.Discard, JSON, h); err == nil || !strings.HasPrefix(err.Error(), "quadfile: header: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewWriter(io.Discard, 0, sample()); err == nil {
		t.Error("format 0 is written")
	}
}

func TestWriteFrameErrors(t *testing.T) {
	for name, f := range map[string]Frame{
		"index":         {Index: 4, HasPTS: true},
		"size":          {Index: 5, HasPTS: true, Width: 5},
		"time":          {Index: 5, Time: math.NaN()},
		"errors":        {Index: 5, HasPTS: true, Errors: -1},
		"type":          {Index: 5, HasPTS: true, PictType: '"'},
		"quad":          {Index: 5, HasPTS: true, Quads: []quadpyramid.Quad{quad(1280, 0, 0)}},
		"quad's bottom": {Index: 5, HasPTS: true, Quads: []quadpyramid.Quad{quad(0, 704, 5)}},
		"area":          {Index: 5, HasPTS: true, Width: 1, Height: 1, Quads: []quadpyramid.Quad{quad(0, 0, 0), quad(0, 0, 0)}},
	} {
		w, err := NewWriter(io.Discard, NDJSON, sample())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WriteFrame(&Frame{Index: 4, HasPTS: true}); err != nil {
			t.Fatal(err)
		}
		err = w.WriteFrame(&f)
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("quadfile: frame index %d: ", f.Index)) {
			t.Errorf("%s: %v", name, err)
		}
		if again := w.WriteFrame(&Frame{Index: 9, HasPTS: true}); again != err {
			t.Errorf("%s: then %v", name, again)
		}
		if again := w.Close(); again != err {
			t.Errorf("%s: Close: %v", name, again)
		}
	}
}

// limited accepts n bytes, then fails.
type limited struct{ n int }

var errFull = errors.New("full")

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteIOErrors(t *testing.T) {
	quads := make([]quadpyramid.Quad, 30000)
	for i := range quads {
		quads[i] = quad(i%1280, i/1280, 0)
	}
	for n := 0; n < 300000; n += 50000 {
		w, err := NewWriter(&limited{n}, JSON, sample())
		if err != nil {
			t.Fatal(err)
		}
		w.WriteFrame(&Frame{HasPTS: true, Quads: quads})
		if err := w.Close(); !errors.Is(err, errFull) || err.Error() != "quadfile: full" {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestClosed(t *testing.T) {
	w, err := NewWriter(io.Discard, JSON, sample())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := w.WriteFrame(&Frame{HasPTS: true}); err == nil {
		t.Error("a closed writer takes a frame")
	}
}

func TestWriteAllocates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	f := Frame{HasPTS: true, PTS: 1001, PictType: 'P', Width: 640, Height: 360, PixFmt: "gray10le", Errors: 1, Quads: randomQuads(rnd, 640, 360)}
	for i, format := range []Format{JSON, NDJSON} {
		h := sample()
		if i == 1 {
			h = featureSample()
			f.Means = randomMeans(rnd, len(f.Quads))
		}
		w, err := NewWriter(io.Discard, format, h)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(20, func() {
			f.Index++
			if err := w.WriteFrame(&f); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations a frame", format, n)
		}
	}
}

// counter counts bytes.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func BenchmarkWriteFrame(b *testing.B) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, count := range []int{100, 20000} {
		f := Frame{HasPTS: true, PictType: 'P', Quads: randomQuads(rnd, 1280, 720)[:count]}
		for _, format := range []Format{NDJSON, FFQ, Parquet, Arrow} {
			b.Run(fmt.Sprintf("format=%v/quads=%d", format, count), func(b *testing.B) {
				f := f
				var c counter
				w, err := NewWriter(&c, format, sample())
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					f.Index++
					f.PTS += 512
					if err := w.WriteFrame(&f); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(c.n / int64(b.N))
				quads := float64(b.N) * float64(count)
				b.ReportMetric(float64(c.n)/quads, "B/quad")
				b.ReportMetric(quads/b.Elapsed().Seconds(), "quads/s")
			})
		}
	}
}
