package quadfile

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// rewrite writes a document that was read.
func rewrite(t *testing.T, format Format, doc *Document) string {
	t.Helper()
	return export(t, format, doc.Header, doc.Frames...)
}

// FuzzRoundTrip writes documents with any strings, numbers and lists. The text must be valid by the
// schema and survive reading and writing.
func FuzzRoundTrip(f *testing.F) {
	f.Add("clip.mp4", "h264", "yuv420p", uint16(0), uint16(1280), uint16(720), int32(1), int32(12800), 0.01, int64(0), 0.0, uint64(1))
	f.Add("\xff\x00\"\\\u2028", "", "", uint16(9), uint16(1), uint16(17), int32(1001), int32(30000), 1e-300, int64(math.MinInt64), -1e300, uint64(2))
	s := compile(f)
	f.Fuzz(func(t *testing.T, path, codec, pixFmt string, stream, width, height uint16, num, den int32, threshold float64, pts int64, time float64, seed uint64) {
		h := Header{
			Source: Source{
				Path: path, StreamIndex: int(stream), CodecName: codec,
				Width: int(width), Height: int(height), PixFmt: pixFmt,
				TimeBase: Rational{int(num), int(den)}, AvgFrameRate: Rational{int(den), int(num)},
				Interlaced: seed%2 == 0, Fields: yuv.Fields(seed % 4),
			},
			Analysis: Analysis{Params: analysis.Params{Threshold: threshold, Operator: edge.Operator(seed / 16 % 8), Planes: edge.AllPlanes}},
		}
		withMeans := seed%3 == 0
		if withMeans {
			h.Analysis = Analysis{Params: analysis.Params{Variant: analysis.CommonFeature, Threshold: threshold, Features: channel.Space(seed % 2)}}
			if i := int(seed / 8 % 4); seed%2 == 0 && i > 0 {
				h.Analysis.Matrix, h.Analysis.Range = matrices[i], ranges[1+i%2]
			}
		} else {
			h.Analysis.Invert = seed%2 == 0
			switch h.Analysis.Operator {
			case edge.Range:
				h.Analysis.Planes, h.Analysis.Low = edge.LumaPlane, math.Abs(threshold)/2
			case edge.Luma:
				h.Analysis.Planes = edge.LumaPlane
			}
		}
		withValues := seed%3 == 1
		if withValues {
			h.Analysis.Variant, h.Analysis.Order = analysis.Points, points.Order(seed/64%3)
		}
		if withValues && seed%2 == 0 {
			order := h.Analysis.Order
			h.Analysis = hitSample().Analysis
			h.Analysis.Order, h.Analysis.Threshold = order, threshold
		}
		classes := int(seed / 128 % 6)
		if !withMeans && classes > 1 {
			at := make([]float64, classes-1)
			for i := range at {
				at[i] = math.Abs(threshold) / 7 * float64(i+1)
			}
			h.Analysis.Bounds, _ = edge.NewBounds(at...)
		}
		classes = h.Analysis.Bounds.Classes()
		h.Analysis.EachFrame = seed%5 == 0
		h.Analysis.MinSize = [3]int{0, 1, 4}[seed%7%3]
		if !withMeans && !withValues && classes == 0 && seed%5 > 2 {
			h.Analysis.Cube, h.Analysis.Every = 8<<(seed%4), int64(seed%7)
		}
		if h.check() != nil {
			t.Skip("not a header to write")
		}
		rnd := rand.New(rand.NewPCG(seed, 0))
		order := h.Analysis.Order
		byLines := order == points.ByLines
		frames := make([]Frame, rnd.IntN(4))
		for i := range frames {
			fr := &frames[i]
			*fr = Frame{
				Index: int64(i * (1 + rnd.IntN(3))), PTS: pts + int64(i), HasPTS: rnd.IntN(3) > 0, Time: time,
				KeyFrame: i == 0, PictType: "\x00?IPBSipb"[rnd.IntN(9)],
				Corrupt: rnd.IntN(2) == 0, Errors: rnd.IntN(3), Interlacing: yuv.Interlacing(i % 3),
			}
			if h.Analysis.EachFrame {
				fr.Threshold = h.Analysis.Low + rnd.Float64()*(h.Analysis.Threshold-h.Analysis.Low)
			}
			cube := h.Analysis.Cube
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
			if withValues {
				fr.Quads, fr.Values = randomPoints(rnd, fr.Quads, byLines)
			}
			if order == points.ByValue {
				fr.Quads, fr.Values = new(points.Sorter).Sort(fr.Quads, fr.Values)
			}
			if cube != 0 {
				fr.Window = 1 + rnd.IntN(cube)
				setCubes(fr, randomCubes(rnd, w, h, fr.Window)...)
			}
			if classes > 0 {
				fr.Quads, fr.Classes = divided(rnd, fr.Quads, classes)
			}
		}
		for i := 1; i < len(frames); i++ {
			frames[i].Index = max(frames[i].Index, frames[i-1].Index+1)
		}
		var docs [3]*Document
		for i, format := range []Format{JSON, NDJSON, FFQ} {
			text := export(t, format, h, frames...)
			if format == FFQ {
			} else if err := s.validate(text, format); err != nil {
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
		if text := export(t, NDJSON, h, frames...); rewrite(t, NDJSON, docs[2]) != text {
			t.Fatalf("%v has not the frames\n%s", FFQ, text)
		}
	})
}

// FuzzRead reads any bytes: an error, or a document that can be written, is valid by the schema,
// and reads back the same. Input that is accepted is JSON with the values that encoding/json finds.
func FuzzRead(f *testing.F) {
	for _, format := range []Format{JSON, NDJSON} {
		f.Add([]byte(export(f, format, sample(), sampleFrames()...)))
		f.Add([]byte(export(f, format, sample())))
	}
	f.Add([]byte(export(f, NDJSON, featureSample(), Frame{HasPTS: true, Quads: []quadpyramid.Quad{quad(0, 0, 1)}, Means: []feature.Mean{5}})))
	for name, doc := range rulesOf() {
		if name != "edges" {
			f.Add([]byte(export(f, NDJSON, doc.Header, doc.Frames...)))
		}
		doc.Header.QuadFields = doc.Header.Analysis.QuadFields()
		slices.Reverse(doc.Header.QuadFields)
		f.Add([]byte(export(f, JSON, doc.Header, doc.Frames...)))
	}
	f.Add([]byte(strings.Replace(export(f, NDJSON, sample(), sampleFrames()...), `"pts"`, `"b":[{},[],-1.5e+3,true,null,"\u00e9\ud83d\ude00é"],"pts"`, 2)))
	f.Add([]byte(`{"header":1}`))
	f.Add([]byte(`{"format":"ffkvadrat-quads","version":1}`))
	s := compile(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Read(strings.NewReader(string(data)))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "quadfile: ") {
				t.Fatalf("unclear: %v", err)
			}
			return
		}
		if strings.HasPrefix(string(data), ffqSignature) {
			return // FuzzReadFFQ makes valid checksums
		}
		compareJSON(t, string(data), doc)
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

// compareJSON compares a document with what encoding/json reads from its text.
func compareJSON(t *testing.T, text string, doc *Document) {
	t.Helper()
	parse := func(text string) (v map[string]any) {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("by encoding/json %v\n%s", err, text)
		}
		return v
	}
	var header map[string]any
	var frames []any
	if BeginsDocument([]byte(text)) {
		if !json.Valid([]byte(text)) {
			t.Fatalf("not JSON: %s", text)
		}
		whole := parse(text)
		header, frames = whole["header"].(map[string]any), whole["frames"].([]any)
	} else {
		for i, line := range strings.Split(strings.TrimRight(text, " \t\r\n"), "\n") {
			if !json.Valid([]byte(line)) {
				t.Fatalf("not JSON: %s", line)
			}
			if i == 0 {
				header = parse(line)
			} else {
				frames = append(frames, parse(line))
			}
		}
	}
	source, analysis := header["source"].(map[string]any), header["analysis"].(map[string]any)
	same := func(name string, text any, read any) {
		t.Helper()
		want := fmt.Sprint(read)
		if f, ok := read.(float64); ok {
			v, err := text.(json.Number).Float64()
			if err != nil || v != f {
				t.Fatalf("%s is %v, read as %v", name, text, f)
			}
		} else if text == nil && (want == "" || want == "0" || want == "false") || text == json.Number("1") && want == "true" || text == json.Number("-0") && want == "0" {
			return
		} else if fmt.Sprint(text) != want {
			t.Fatalf("%s is %v, read as %v", name, text, read)
		}
	}
	s, a := &doc.Header.Source, doc.Header.Analysis.Journalled()
	same("path", source["path"], s.Path)
	same("codec_name", source["codec_name"], s.CodecName)
	same("pix_fmt", source["pix_fmt"], s.PixFmt)
	same("stream_index", source["stream_index"], s.StreamIndex)
	same("width", source["width"], s.Width)
	same("height", source["height"], s.Height)
	same("time_base", source["time_base"], fmt.Sprintf("%d/%d", s.TimeBase.Num, s.TimeBase.Den))
	same("variant", analysis["variant"], a.Variant)
	same("threshold", analysis["threshold"], a.Threshold)
	same("operator", analysis["operator"], a.Operator)
	same("planes", analysis["planes"], a.Planes)
	same("features", analysis["features"], a.Features)
	same("matrix", analysis["matrix"], a.Matrix)
	same("range", analysis["range"], a.Range)
	same("invert", analysis["invert"], a.Invert)
	same("order", analysis["order"], a.Order)
	same("min_size", analysis["min_size"], a.MinSize)
	same("max_size", analysis["max_size"], a.MaxSize)
	same("cube", analysis["cube"], a.Cube)
	same("cuts", analysis["cuts"], a.Cuts)
	same("every", analysis["every"], a.Every)
	if len(frames) != len(doc.Frames) {
		t.Fatalf("%d frames, read are %d", len(frames), len(doc.Frames))
	}
	for i := range frames {
		frame, f := frames[i].(map[string]any), &doc.Frames[i]
		if _, ok := frame["frame_index"]; ok || f.Index != -1 {
			same("frame_index", frame["frame_index"], f.Index)
		}
		if _, ok := frame["pts"]; ok != f.HasPTS {
			t.Fatalf("frame %d: HasPTS is %v", i, f.HasPTS)
		}
		same("pts", frame["pts"], f.PTS)
		same("pts_time", json.Number(frame["pts_time"].(string)), f.Time)
		same("key_frame", frame["key_frame"], map[bool]int{true: 1}[f.KeyFrame])
		same("pict_type", frame["pict_type"], strings.Trim(string(rune(f.PictType)), "\x00"))
		if _, ok := frame["width"]; ok {
			same("width", frame["width"], f.Width)
			same("height", frame["height"], f.Height)
		}
		same("corrupt", frame["corrupt"], f.Corrupt)
		same("errors", frame["errors"], f.Errors)
		same("interlaced", frame["interlaced"], f.Interlacing.String())
		same("frames", frame["frames"], f.Window)
		same("quad_count", frame["quad_count"], len(f.Quads))
		for k, q := range frame["quads"].([]any) {
			numbers := map[string]int{"x": f.Quads[k].X(), "y": f.Quads[k].Y(), "size": f.Quads[k].Size()}
			if len(f.Means) != 0 {
				for c, v := range f.Means[k].Vector() {
					numbers[doc.Header.Analysis.QuadFields()[3+c]] = int(v)
				}
			}
			if len(f.Values) != 0 {
				numbers["value"] = int(f.Values[k])
			}
			if len(f.Starts) != 0 {
				numbers["frame"] = int(f.Starts[k])
			}
			if len(f.Classes) != 0 {
				numbers["class"] = int(f.Classes[k])
			}
			var want []int
			for _, name := range doc.Header.QuadFields {
				want = append(want, numbers[name])
			}
			same("a quad", q, want)
		}
	}
}

// divided divides quads into classes.
func divided(rnd *rand.Rand, quads []quadpyramid.Quad, classes int) (list []quadpyramid.Quad, of []uint8) {
	class := make([]int, len(quads))
	for i := range class {
		class[i] = rnd.IntN(classes)
	}
	for c := range classes {
		for i, q := range quads {
			if class[i] == c {
				list, of = append(list, q), append(of, uint8(c))
			}
		}
	}
	return list, of
}

// randomPoints are the first pixels of quads, with values.
func randomPoints(rnd *rand.Rand, quads []quadpyramid.Quad, byLines bool) ([]quadpyramid.Quad, []uint16) {
	var values []uint16
	for i, q := range quads {
		quads[i] = quad(q.X(), q.Y(), 0)
		values = append(values, uint16(rnd.IntN(1<<16)))
	}
	if byLines {
		slices.Sort(quads)
	}
	return quads, values
}
