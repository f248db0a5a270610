package compare_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
	"ffkvadrat/quadfile"
)

// TestSchema: the schema accepts the lines of videos of each kind, and nothing else.
func TestSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	for name, text := range map[string]string{"ffkvadrat-quads.schema.json": quadfile.Schema(), "ffkvadrat-compare.schema.json": quadfile.CompareSchema()} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = c.AddResource(name, doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	compiled := func(part string) *jsonschema.Schema {
		s, err := c.Compile("ffkvadrat-compare.schema.json" + part)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	line, header, row, cell := compiled(""), compiled("#/$defs/header"), compiled("#/$defs/row"), compiled("#/$defs/cell")
	check := func(s *jsonschema.Schema, text string) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(v)
	}
	defer compare.SetVMAF("ssim", "stats_file", "", logged("All"))()
	var one, first string // a row with every possible field, and a header
	var numbered []string
	for name, o := range map[string]struct {
		format, size string
		compare.Options
	}{
		"4:2:0":    {"yuv420p", "160:90", compare.Options{Quads: true, VMAF: true}},
		"gray":     {"gray", "160:90", compare.Options{}},
		"RGB":      {"gbrp", "160:90", compare.Options{Align: align.Rule{By: align.ByPTS}}},
		"tiny":     {"yuv420p", "9:9", compare.Options{Quads: true}},
		"sizes":    {"yuv420p", "160:90", compare.Options{Quads: true, Scale: true, Coded: true, Params: analysis.Params{Threshold: 0.02, MinSize: 2, MaxSize: 8, Operator: edge.Sobel}}},
		"numbers":  {"yuv420p", "160:90", compare.Options{Quads: true, VMAF: true, Align: align.Rule{By: align.ByNumber, Offset: 1}}},
		"contents": {"yuv420p", "160:90", compare.Options{Align: align.Rule{By: align.ByContent}}},
		"inverted": {"yuv420p", "160:90", compare.Options{Quads: true, Params: analysis.Params{Threshold: 0.02, Invert: true}}},
	} {
		o.Reference = video(t, "reference.mkv", sample, "-vf", "scale="+o.size, "-pix_fmt", o.format, "-frames:v", "4", "-c:v", "ffv1")
		o.Encodes = []string{video(t, "encode.mkv", o.Reference, "-vf", "boxblur=1", "-pix_fmt", o.format, "-frames:v", "3", "-c:v", "ffv1"), o.Reference}
		if o.Params == (analysis.Params{}) {
			o.Params = edges
		}
		var out bytes.Buffer
		o.Stream, o.Form, o.To = decode.Best, compare.NDJSON, &out
		if _, err := compare.Run(t.Context(), o.Options, nil); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		rows := 8
		if o.Align.Offset == 1 {
			rows = 9 // the last frame of the second encode is extra
		}
		if len(lines) != 1+rows {
			t.Fatalf("%s: %d lines", name, len(lines))
		}
		for i, text := range lines {
			part := row
			if i == 0 {
				part = header
			}
			for _, s := range []*jsonschema.Schema{part, line} {
				if err := check(s, text); err != nil {
					t.Errorf("%s: %v\n%s", name, err, text)
				}
			}
		}
		if name == "numbers" {
			numbered = lines
		}
		if name == "4:2:0" {
			first, one = lines[0], lines[1]
		}
		out.Reset()
		o.ByQuad, o.Quads, o.VMAF = true, false, false
		if _, err := compare.Run(t.Context(), o.Options, nil); err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			part := cell
			if i == 0 {
				part = header
			}
			if err := errors.Join(check(part, text), check(line, text)); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if changed := strings.Replace(text, `"size":`, `"sides":`, 1); i == 1 && check(cell, changed) == nil {
				t.Errorf("%s may be a cell", changed)
			}
			if i == 50 {
				break
			}
		}
	}
	for _, c := range [][2]string{
		{`"frame_index":0`, `"frame_index":-1`}, {`"frame_index":0`, `"frame":0`}, {`"pts_time":"0.000000",`, ``}, {`"pts_time":"0.000000"`, `"pts_time":0`},
		{`"encode":0,`, ``}, {`"iou":`, `"iou":1`}, {`"psnr_u":`, `"psnr_r":`}, {`"lost":[`, `"lost":[[1,2],`}, {`"lost":[`, `"lost":[[1,2,0],`},
		{`"lost":[`, `"lost":[[1,2,3,4],`}, {`"ssim_all":`, `"ssim_all":2`}, {`,"lost_quads":`, `,"lostquads":`}, {`"vmaf":`, `"vmaf":null,"x":`},
		{`"encode_pts_time":"0.000000",`, ``},
	} {
		changed := strings.Replace(one, c[0], c[1], 1)
		if changed == one {
			t.Errorf("%q is not in %s", c[0], one)
		} else if check(row, changed) == nil {
			t.Errorf("%q may be %q", c[0], c[1])
		}
	}
	for _, c := range []struct {
		line      int
		old, text string
	}{
		{1, `"match":"missing"`, `"match":"none"`}, {3, `"match":"match"`, `"match":"missing"`}, {9, `"match":"extra"`, `"match":"missing"`},
		{9, `,"match":"extra"`, ``}, {1, `"pts_time":"0.000000",`, ``},
	} {
		changed := strings.Replace(numbered[c.line], c.old, c.text, 1)
		if changed == numbered[c.line] {
			t.Errorf("%q is not in %s", c.old, numbered[c.line])
		} else if check(row, changed) == nil {
			t.Errorf("%q may be %q", c.old, c.text)
		}
	}
	for _, c := range [][2]string{
		{"ffkvadrat-compare", "ffkvadrat-quads"}, {`"version":1`, `"version":2`}, {`"align":"start"`, `"align":"end"`}, {`"x","y","size"`, `"x","y"`},
		{`"encodes":[`, `"encodes":[1,`}, {`"edge-threshold"`, `"common-feature"`}, {`"analysis":`, `"analyses":`},
	} {
		changed := strings.Replace(first, c[0], c[1], 1)
		if changed == first {
			t.Errorf("%q is not in %s", c[0], first)
		} else if check(header, changed) == nil {
			t.Errorf("%q may be %q", c[0], c[1])
		}
	}
}
