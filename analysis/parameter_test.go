package analysis

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/channel"
)

// full returns parameters of which none is the default.
func full(t *testing.T) Params {
	bounds, err := edge.NewBounds(0.125, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	return Params{
		Variant: Points, Threshold: 0.75, Operator: edge.Box, Planes: edge.AllPlanes, Low: 0.0625, Invert: true, Bounds: bounds,
		Features: channel.YUV, Colours: channel.Box{Low: channel.Vector{1 << 6, 0, 0}, High: channel.Vector{1 << 7, 1 << 6, 0}}, Order: points.ByValue,
		Search: match.Search{Template: match.Template{Width: 2, Height: 1, Depth: 8, Samples: "ab"}, Suppress: true}, MinSize: 2, MaxSize: 16,
	}
}

// leaves appends the addresses of the fields of Params, and of those of Search in its place.
func leaves(v reflect.Value, list map[unsafe.Pointer]string) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == reflect.TypeFor[match.Search]() {
			leaves(f, list)
		} else {
			list[f.Addr().UnsafePointer()] = v.Type().Field(i).Name
		}
	}
}

func TestOneRowForEachField(t *testing.T) {
	var p Params
	fields := map[unsafe.Pointer]string{}
	leaves(reflect.ValueOf(&p).Elem(), fields)
	names, flags := map[string]bool{}, map[string]bool{}
	for i := range parameters {
		r := &parameters[i]
		at := reflect.ValueOf(r.field(&p)).UnsafePointer()
		if fields[at] == "" {
			t.Errorf("%s: its field has two rows, or is not one of Params", r.Name)
		}
		delete(fields, at)
		if names[r.Name] || flags[r.Flag] || r.Flag == "" || r.Title == "" || r.Help == "" {
			t.Errorf("%s: no unique name and flag, title and help", r.Name)
		}
		names[r.Name], flags[r.Flag] = true, true
		if Named(r.Name) != r {
			t.Errorf("Named does not find %s", r.Name)
		}
	}
	for _, name := range fields {
		t.Errorf("%s has no row", name)
	}
}

func TestParametersRoundTrip(t *testing.T) {
	from := full(t)
	var to Params
	for i := range parameters {
		r := &parameters[i]
		if r.Default(&from) || !r.Default(&to) {
			t.Errorf("%s: Default", r.Name)
		}
		if err := r.Read(&to, r.Text(&from)); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		for _, wrong := range []string{"nothing", "-1"} {
			if err := r.Read(&to, wrong); err == nil {
				t.Errorf("%s: %s was read", r.Name, wrong)
			}
		}
		for j, w := range r.Words {
			var p Params
			if !r.ReadHeader(&p, w.Header) || r.Index(&p) != j || r.Text(&p) != w.Name {
				t.Errorf("%s: %+v became %+v", r.Name, w, p)
			}
		}
		if r.Kind == KindNumber || r.Kind == KindWhole {
			var p Params
			switch v := r.Field(&p).(type) {
			case *int:
				*v = 8
			case *float64:
				*v = 8
			}
			if r.Number(&p) != 8 || r.Text(&p) != "8" {
				t.Errorf("%s is %v", r.Name, r.Number(&p))
			}
		}
	}
	if to != from {
		t.Errorf("%+v became %+v", from, to)
	}
}

// TestApplied: what is left of all parameters, by variant and operator.
func TestApplied(t *testing.T) {
	for _, c := range []struct {
		variant  Variant
		operator edge.Operator
		want     string
	}{
		{EdgeThreshold, edge.Cross, "threshold planes low invert bounds min_size max_size"},
		{EdgeThreshold, edge.Colour, "threshold operator features colours low invert bounds min_size max_size"},
		{CommonFeature, edge.Colour, "variant threshold features min_size max_size"},
		{Points, edge.Sobel, "variant threshold operator planes low invert bounds order"},
		{Templates, edge.Box, "variant threshold template suppress order"},
	} {
		p := full(t)
		p.Variant, p.Operator = c.variant, c.operator
		applied := p.Applied()
		var left []string
		for i := range parameters {
			if r := &parameters[i]; !r.Default(&applied) {
				left = append(left, r.Name)
			}
		}
		if got := strings.Join(left, " "); got != c.want {
			t.Errorf("%v, %v: got %s, want %s", c.variant, c.operator, got, c.want)
		}
		if c, of := p.Excess(func(r *Parameter) bool { return !r.Default(&p) }); c == nil || len(of) == 0 {
			t.Error("there is no excess")
		}
		if c, _ := applied.Excess(func(r *Parameter) bool { return !r.Default(&applied) }); c != nil {
			t.Errorf("the applied ones lack %s", c.Needs)
		}
	}
}

// TestRefusals: what means nothing and may not stay is named, sizes before classes.
func TestRefusals(t *testing.T) {
	p := full(t)
	p.Variant, p.Order = Templates, points.Morton
	for _, want := range []string{"analysis: variant template has no smallest or largest size of quads", "analysis: variant template has no classes", ""} {
		err := p.Check()
		if got := fmt.Sprint(err); got != cmp.Or(want, "<nil>") {
			t.Errorf("%s, want %q", got, want)
		}
		if p.MinSize == 0 {
			p.Bounds = edge.Bounds{}
		}
		p.MinSize, p.MaxSize = 0, 0
	}
}
