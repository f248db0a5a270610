package quadfile

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
)

// property is a schema's definition of a field.
type property struct {
	Type             any
	Minimum, Maximum *float64
	Const            *float64
	Enum             []any
	Ref              string `json:"$ref"`
}

// TestRecordRules: the rules equal those of the schemas, field by field.
func TestRecordRules(t *testing.T) {
	type object struct {
		Properties map[string]property
		Required   []string
	}
	type schema struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	read := func(name string) (s schema) {
		data, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(data, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	of := func(text json.RawMessage) (o object) {
		if err := json.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		return o
	}
	quads, summary, compared := read("ffkvadrat-quads.schema.json"), read("ffkvadrat-summary.schema.json"), read("ffkvadrat-compare.schema.json")
	facts, frame, row := of(quads.Defs["frame_facts"]), of(summary.Defs["frame"]), of(compared.Defs["row"])
	for name, p := range facts.Properties {
		frame.Properties[name] = p
	}
	frame.Required = append(frame.Required, facts.Required...)
	delete(frame.Properties, "sizes") // not a single value
	delete(row.Properties, "lost")
	delete(row.Properties, "invented")
	for _, c := range []struct {
		what   string
		rules  *Rules
		schema schema
		object object
	}{{"summary", SummaryRules, summary, frame}, {"comparison", ComparisonRules, compared, row}} {
		if len(c.rules.List) != len(c.object.Properties) {
			t.Errorf("%s: %d rules, %d fields in the schema", c.what, len(c.rules.List), len(c.object.Properties))
		}
		for i := range c.rules.List {
			r := &c.rules.List[i]
			p, ok := c.object.Properties[r.Name]
			if !ok {
				t.Errorf("%s: the schema has no %s", c.what, r.Name)
				continue
			}
			for p.Ref != "" {
				name, from := p.Ref[strings.LastIndex(p.Ref, "/")+1:], c.schema
				if from.Defs[name] == nil {
					from = quads
				}
				p = property{}
				if err := json.Unmarshal(from.Defs[name], &p); err != nil {
					t.Fatal(err)
				}
			}
			least, most := math.Inf(-1), math.Inf(1)
			switch {
			case p.Const != nil:
				least, most = *p.Const, *p.Const
			case len(p.Enum) > 0 && p.Enum[0] == 0.:
				least, most = 0, float64(len(p.Enum)-1)
			}
			if p.Minimum != nil {
				least = *p.Minimum
			}
			if p.Maximum != nil {
				most = *p.Maximum
			}
			// Where the schema has no limit, the rule has one.
			if r.Kind < Seconds && (r.Least != least && !math.IsInf(least, -1) || r.Most != most && !math.IsInf(most, 1)) {
				t.Errorf("%s: %s from %v to %v, in the schema from %v to %v", c.what, r.Name, r.Least, r.Most, least, most)
			}
			text := p.Type == "string" || len(p.Enum) > 0 && p.Enum[0] != 0.
			whole := p.Type == "integer" || p.Const != nil || len(p.Enum) > 0 && !text
			_, infinite := p.Type.([]any)
			if text != (r.Kind >= Seconds) || whole != (r.Kind == WholeNumber) || infinite != r.Infinite {
				t.Errorf("%s: %s is %+v, in the schema %v", c.what, r.Name, *r, p.Type)
			}
			required := false
			for _, name := range c.object.Required {
				required = required || name == r.Name
			}
			if required != r.Always {
				t.Errorf("%s: %s is required: %v", c.what, r.Name, required)
			}
		}
	}
}

// TestRecord: a record is read by its rules, whatever other fields and formatting it has.
func TestRecord(t *testing.T) {
	values, sizes := make([]Value, len(SummaryRules.List)), Sizes{}
	at := func(name string) Value { return values[SummaryRules.Place(name)] }
	if err := SummaryRules.Read([]byte(` { "other":[{"width":-1}], "pts_time":"-1.500000","key_frame":0,"quad_count":3,"coverage":1e-1,"psnr":null,"pict_type":"\u0049"}`), values, &sizes); err != nil {
		t.Fatal(err)
	}
	if at("pts_time").Number != -1.5 || at("quad_count").Whole != 3 || at("coverage").Number != 0.1 || !math.IsInf(at("psnr").Number, 1) || at("pict_type").Text != "I" || at("width").Known {
		t.Errorf("%+v", values)
	}
	for text, says := range map[string]string{
		`[]`: "the record is an array", `{"pts_time":"0.000000"`: "unexpected EOF", `{"pts_time":"0.000000","pts_time":"0.000000"}`: "twice",
		"{\"pix_fmt\":\"\xff\"}": "not UTF-8", `{"si":-1}`: "si -1 is not between 0", `{"ti":NaN}`: "invalid character 'N'", `{"ssim":null}`: "ssim is null",
	} {
		if err := SummaryRules.Read([]byte(text), values, &sizes); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", text, err, says)
		}
	}
}
