package export

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	schemaURL  = "ffkvadrat-quads.schema.json"
	summaryURL = "ffkvadrat-summary.schema.json"
)

// schemas are the compiled schemas of a document, a header and a frame.
type schemas struct {
	document, header, frame *jsonschema.Schema
}

func compile(t testing.TB) schemas { return compileAs(t, schemaURL) }

func compileAs(t testing.TB, url string) schemas {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	for name, text := range map[string]string{schemaURL: Schema(), summaryURL: SummarySchema()} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(name, doc); err != nil {
			t.Fatal(err)
		}
	}
	get := func(ref string) *jsonschema.Schema {
		s, err := c.Compile(url + ref)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return schemas{get(""), get("#/$defs/header"), get("#/$defs/frame")}
}

// validate checks an export in either form.
func (s schemas) validate(text string, format Format) error {
	if format == JSON {
		return validate(s.document, text)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if err := validate(s.header, lines[0]); err != nil {
		return err
	}
	for _, line := range lines[1:] {
		if err := validate(s.frame, line); err != nil {
			return err
		}
	}
	return nil
}

func validate(s *jsonschema.Schema, text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

func TestSchemaAdmitsExports(t *testing.T) {
	s := compile(t)
	rnd := rand.New(rand.NewPCG(9, 10))
	frames := sampleFrames()
	for i, size := range [][2]int{{1, 1}, {1, 17}, {7, 7}, {65, 63}, {16384, 1}} {
		frames = append(frames, Frame{
			Index: int64(10 + i), PTS: rnd.Int64(), HasPTS: true,
			Width: size[0], Height: size[1], Quads: randomQuads(rnd, size[0], size[1]),
		})
	}
	sparse := sample()
	sparse.Source.Path, sparse.Source.CodecName, sparse.Source.PixFmt, sparse.Source.AvgFrameRate = "", "", "", Rational{0, 0}
	dirty := sample()
	dirty.Source.Path = "a\xff\"\\\x00\u2028.mp4"
	inverted := sample()
	inverted.Analysis.Operator, inverted.Analysis.Low, inverted.Analysis.Invert, inverted.Analysis.MinSize = "range", 0.5, true, 1
	means := featureSample()
	withMeans := Frame{HasPTS: true, Quads: randomQuads(rnd, 40, 30)}
	withMeans.Means = randomMeans(rnd, len(withMeans.Quads))
	for _, format := range []Format{JSON, NDJSON} {
		if err := s.validate(export(t, format, means, withMeans), format); err != nil {
			t.Errorf("%v with means: %v", format, err)
		}
		for _, h := range []Header{sample(), sparse, dirty, inverted} {
			if err := s.validate(export(t, format, h, frames...), format); err != nil {
				t.Errorf("%v: %v", format, err)
			}
			if err := s.validate(export(t, format, h), format); err != nil {
				t.Errorf("%v without frames: %v", format, err)
			}
		}
	}
}

func TestSchemaRefuses(t *testing.T) {
	s := compile(t)
	frames := sampleFrames()
	good := export(t, JSON, sample(), frames...)
	for _, c := range []struct{ old, new string }{
		{`"header"`, `"head"`},
		{`"frames"`, `"frame"`},
		{`"ffkvadrat-quads"`, `"other"`},
		{`"version":1`, `"version":2`},
		{`"version":1`, `"version":"1"`},
		{`"source"`, `"sauce"`},
		{`"analysis"`, `"analyses"`},
		{`"path":"clip.mp4"`, `"path":7`},
		{`"path":"clip.mp4"`, `"path":""`},
		{`"path"`, `"file"`},
		{`"stream_index":0,`, ``},
		{`"stream_index":0`, `"stream_index":-1`},
		{`"codec_name":"h264"`, `"codec_name":null`},
		{`"width":1280`, `"width":0`},
		{`"width":1280`, `"width":16385`},
		{`"height":720`, `"height":"720"`},
		{`"pix_fmt":"yuv420p"`, `"pix_fmt":0`},
		{`"1/12800"`, `"12800"`},
		{`"1/12800"`, `"0/1"`},
		{`"25/1"`, `"0/0"`},
		{`"25/1"`, `25`},
		{`edge-threshold`, `edge`},
		{`"threshold":0.01`, `"threshold":"0.01"`},
		{`"threshold":0.01`, `"threshold":-0.01`},
		{`"operator":"cross",`, ``},
		{`"planes":"y"`, `"planes":"u"`},
		{`"planes":"y"`, `"planes":"y","features":"rgb"`},
		{`"planes":"y"`, `"planes":"y","low":0`},
		{`"planes":"y"`, `"planes":"y","invert":0`},
		{`"planes":"y"`, `"planes":"y","min_size":3`},
		{`"variant":"edge-threshold"`, `"variant":"common-feature"`},
		{`"operator":"cross","planes":"y"`, `"features":"rgb"`},
		{`["x","y","size"]`, `["x","y"]`},
		{`"frame_index":0`, `"frame_index":0.5`},
		{`"pts":0,`, ``},
		{`"pts":0,`, `"pts":0,"pts_synthetic":1,`},
		{`"pts":0`, `"pts":"0"`},
		{`"pts_synthetic":1`, `"pts_synthetic":0`},
		{`"0.000000"`, `0`},
		{`"0.000000"`, `"0.0"`},
		{`"0.000000"`, `"N/A"`},
		{`,"key_frame":1`, ``},
		{`"key_frame":1`, `"key_frame":true`},
		{`"pict_type":"I"`, `"pict_type":"?"`},
		{`"width":5,`, ``},
		{`"height":3`, `"height":0`},
		{`"corrupt":1`, `"corrupt":0`},
		{`"errors":2`, `"errors":0`},
		{`"quad_count":3,`, ``},
		{`"quad_count":3`, `"quad_count":-1`},
		{`"coverage":`, `"coverage":1e`},
		{`"coverage":`, `"coverage":9`},
		{`,"quads":[]`, ``},
		{`[0,0,8]`, `[0,0]`},
		{`[0,0,8]`, `[0,0,8,0]`},
		{`[0,0,8]`, `[0,0,3]`},
		{`[0,0,8]`, `[-8,0,8]`},
		{`[0,0,8]`, `[16384,0,8]`},
		{`[0,0,8]`, `{"x":0}`},
		{`"quad_count"`, `"time":1,"quad_count"`},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Errorf("%s is not in the export", c.old)
		}
		if err := s.validate(bad, JSON); err == nil {
			t.Errorf("%s for %s is admitted", c.new, c.old)
		}
	}
}

func TestSchemaRefusesColours(t *testing.T) {
	s := compile(t)
	good := export(t, JSON, featureSample())
	for _, c := range []struct{ old, new string }{
		{`"bt709"`, `"bt470bg"`},
		{`"full"`, `"pc"`},
		{`"matrix":"bt709",`, ``},
		{`,"range":"full"`, ``},
		{`"features":"rgb"`, `"features":"yuv"`},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Errorf("%s is not in the export", c.old)
		}
		if err := s.validate(bad, JSON); err == nil {
			t.Errorf("%s for %s is admitted", c.new, c.old)
		}
	}
	edges := strings.Replace(export(t, JSON, sample()), `"planes":"y"`, `"planes":"y","matrix":"bt709","range":"full"`, 1)
	if err := s.validate(edges, JSON); err == nil {
		t.Error("a matrix of edges is admitted")
	}
}
