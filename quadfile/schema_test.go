package quadfile

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/tests/race"
)

const (
	schemaURL  = "ffkvadrat-quads.schema.json"
	summaryURL = "ffkvadrat-summary.schema.json"
)

// schemas are the compiled schemas of a document, a header and a frame.
type schemas struct {
	document, header, frame *jsonschema.Schema
	own, chosen             *jsonschema.Schema // a header with the variant's fields, and a frame with chosen ones; nil for summaries
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
	s := schemas{document: get(""), header: get("#/$defs/header"), frame: get("#/$defs/frame")}
	if url == schemaURL {
		s.own, s.chosen = get("#/$defs/own_fields"), get("#/$defs/chosen_frame")
	}
	return s
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
	frame := s.frame
	if s.own != nil && validate(s.own, lines[0]) != nil {
		frame = s.chosen
	}
	for _, line := range lines[1:] {
		if err := validate(frame, line); err != nil {
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
	race.Plain(t)
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
	inverted.Analysis.Operator, inverted.Analysis.Threshold, inverted.Analysis.Low, inverted.Analysis.Invert, inverted.Analysis.MinSize = edge.Range, 0.75, 0.5, true, 1
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

// TestSchemaRefusesOthers: the schema, which admits only what this version writes, refuses what a
// Reader skips.
func TestSchemaRefusesOthers(t *testing.T) {
	s := compile(t)
	good := export(t, JSON, sample(), sampleFrames()...)
	for _, c := range []struct{ old, new string }{
		{`"frames"`, `"made":1,"frames"`},
		{`]}`, `],"end":1}`},
		{`,"source"`, `,"made":1,"source"`},
		{`"path"`, `"file"`},
		{`"codec_name"`, `"Codec_name"`},
		{`"planes"`, `"date":1,"planes"`},
		{`"quad_count"`, `"time":1,"quad_count"`},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if c.old == "]}" {
			bad = strings.TrimSuffix(good, "]}\n") + c.new
		}
		if bad == good {
			t.Errorf("%s is not in the export", c.old)
		}
		if _, err := Read(strings.NewReader(bad)); err != nil {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
		if err := s.validate(bad, JSON); err == nil {
			t.Errorf("%s for %s is admitted", c.new, c.old)
		}
	}
}

// TestSchemaScales compares the schema's limits of thresholds with the table of operators.
func TestSchemaScales(t *testing.T) {
	s := compile(t)
	for _, op := range edge.Operators() {
		for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes} {
			h := sample()
			h.Analysis.Operator, h.Analysis.Planes, h.Analysis.Threshold = op, planes, op.MaxThreshold(planes)
			if op.Kind() == edge.Distance && planes == edge.LumaPlane {
				h.Analysis.Planes = edge.LumaPlane
			}
			text := string(appendHeader(nil, &h, false))
			if err := validate(s.header, text); (err == nil) != (h.check() == nil) {
				t.Errorf("%v of %v at the end: %v, want %v", op, planes, err, h.check())
			}
			h.Analysis.Threshold = math.Nextafter(h.Analysis.Threshold, 99)
			text = string(appendHeader(nil, &h, false))
			if err := validate(s.header, text); err == nil || h.check() == nil {
				t.Errorf("%v of %v beyond the end is admitted", op, planes)
			}
		}
	}
}

// TestSchemaHasTheTable: the schema names the fields of an analysis, and the words of its parameters.
func TestSchemaHasTheTable(t *testing.T) {
	var s struct {
		Defs struct {
			Analysis struct {
				Properties map[string]struct{ Enum []any }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(Schema()), &s); err != nil {
		t.Fatal(err)
	}
	properties := s.Defs.Analysis.Properties
	names := AnalysisFields()
	slices.Sort(names)
	if got := slices.Sorted(maps.Keys(properties)); !slices.Equal(got, names) {
		t.Errorf("the schema has %q, the table %q", got, names)
	}
	for _, r := range analysis.Parameters() {
		var words []any
		for _, w := range r.Words {
			words = append(words, w.Header)
		}
		if got := properties[r.Name].Enum; !slices.Equal(got, words) {
			t.Errorf("%s: the schema has %q, the table %q", r.Name, got, words)
		}
	}
}
