package export

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// rewrite writes what was read.
func rewrite(t *testing.T, format Format, doc *Document) string {
	t.Helper()
	return export(t, format, doc.Header, doc.Frames...)
}

// FuzzRoundTrip writes documents with any strings, numbers and lists: the text
// has to be valid by the schema, and reading and writing it again has to give
// the same text.
func FuzzRoundTrip(f *testing.F) {
	f.Add("clip.mp4", "h264", "yuv420p", "cross", uint16(0), uint16(1280), uint16(720), int32(1), int32(12800), 0.01, int64(0), 0.0, uint64(1))
	f.Add("\xff\x00\"\\\u2028", "", "", "a", uint16(9), uint16(1), uint16(17), int32(1001), int32(30000), 1e-300, int64(math.MinInt64), -1e300, uint64(2))
	s := compile(f)
	f.Fuzz(func(t *testing.T, path, codec, pixFmt, operator string, stream, width, height uint16, num, den int32, threshold float64, pts int64, time float64, seed uint64) {
		h := Header{
			Source: Source{
				Path: path, StreamIndex: int(stream), CodecName: codec,
				Width: int(width), Height: int(height), PixFmt: pixFmt,
				TimeBase: Rational{int(num), int(den)}, AvgFrameRate: Rational{int(den), int(num)},
			},
			Analysis: Analysis{Variant: VariantEdge, Threshold: threshold, Operator: operator, Planes: "yuv"},
		}
		withMeans := seed%3 == 0
		if withMeans {
			h.Analysis = Analysis{Variant: VariantFeature, Threshold: threshold, Features: [2]string{"rgb", "yuv"}[seed%2]}
			if i := int(seed / 8 % 4); seed%2 == 0 && i > 0 {
				h.Analysis.Matrix, h.Analysis.Range = matrices[i], ranges[1+i%2]
			}
		} else {
			h.Analysis.Invert = seed%2 == 0
			h.Analysis.Low = math.Abs(threshold) / 2
		}
		h.Analysis.MinSize = [3]int{0, 1, 4}[seed%7%3]
		if h.check() != nil {
			t.Skip("not a header to write")
		}
		rnd := rand.New(rand.NewPCG(seed, 0))
		frames := make([]Frame, rnd.IntN(4))
		for i := range frames {
			fr := &frames[i]
			*fr = Frame{
				Index: int64(i * (1 + rnd.IntN(3))), PTS: pts + int64(i), HasPTS: rnd.IntN(3) > 0, Time: time,
				KeyFrame: i == 0, PictType: "\x00?IPBSipb"[rnd.IntN(9)],
				Corrupt: rnd.IntN(2) == 0, Errors: rnd.IntN(3),
			}
			w, h := int(width), int(height)
			if max(w, h) > 20 || rnd.IntN(4) == 0 {
				w, h = 1+rnd.IntN(20), 1+rnd.IntN(20)
				fr.Width, fr.Height, fr.PixFmt = w, h, pixFmt+"x"
			}
			if math.IsNaN(time) || math.IsInf(time, 0) {
				fr.HasPTS = true
			}
			fr.Quads = randomQuads(rnd, w, h)
			if withMeans {
				fr.Means = randomMeans(rnd, len(fr.Quads))
			}
		}
		for i := 1; i < len(frames); i++ {
			frames[i].Index = max(frames[i].Index, frames[i-1].Index+1)
		}
		var docs [2]*Document
		for i, format := range []Format{JSON, NDJSON} {
			text := export(t, format, h, frames...)
			if err := s.validate(text, format); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			doc, err := Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if again := rewrite(t, format, doc); again != text {
				t.Fatalf("written\n%s\nagain\n%s", text, again)
			}
			docs[i] = doc
		}
		if diff := cmp.Diff(docs[0], docs[1]); diff != "" {
			t.Fatalf("JSON −, NDJSON +\n%s", diff)
		}
	})
}

// FuzzRead reads any bytes: an error, or a document that can be written, is
// then valid by the schema, and reads back the same.
func FuzzRead(f *testing.F) {
	for _, format := range []Format{JSON, NDJSON} {
		f.Add([]byte(export(f, format, sample(), sampleFrames()...)))
		f.Add([]byte(export(f, format, sample())))
	}
	f.Add([]byte(export(f, NDJSON, featureSample(), Frame{HasPTS: true, Quads: []quadpyramid.Quad{quad(0, 0, 1)}, Means: []feature.Mean{5}})))
	f.Add([]byte(`{"header":1}`))
	f.Add([]byte(`{"format":"ffkvadrat-quads","version":1}`))
	s := compile(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Read(strings.NewReader(string(data)))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "export: ") {
				t.Fatalf("unclear: %v", err)
			}
			return
		}
		text := rewrite(t, JSON, doc)
		if !json.Valid([]byte(text)) {
			t.Fatalf("not JSON: %s", text)
		}
		if err := s.validate(text, JSON); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		again, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if twice := rewrite(t, JSON, again); twice != text {
			t.Fatalf("written\n%s\nagain\n%s", text, twice)
		}
	})
}
