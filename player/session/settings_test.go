package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/decode/wording"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/measure/align"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/sides"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/docpage"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// full returns settings that differ from the default in as many fields as possible.
func full() Settings {
	return Settings{Choices: Choices{
		Params: analysis.Params{Threshold: 0.75, Operator: edge.Range, Low: 0.125, Invert: true, MinSize: 2, MaxSize: 64},
		Wanted: 500, EachFrame: true, ForAll: true, Cube: 3,
		Shown: yuv.Choice{Matrix: yuv.BT2020, Range: yuv.Full, Transfer: yuv.HLG}, Fields: yuv.BottomFields, Grain: yuv.GrainOff, Align: align.Rule{By: align.ByNumber, Offset: -3},
		Look: overlay.Mosaic, Colour: overlay.ByAge, Level: 3, Opacity: 0.3, LineWidth: 3, Detail: overlay.Full, OnlySize: 16, Codec: true, Motion: true, BlocksBy: overlay.ByBits, Outlines: overlay.PredictionUnits, VectorsBy: overlay.ByReference, VectorsEach: overlay.VectorEach32, VectorsLength: overlay.Length4, CodecQuads: true, Compare: sides.Below, View: views.Mask, Fill: reconstruction.Linear, MapFor: regions.SVT, Strength: -20, Volume: 0.45, Muted: true, Brightness: -0.25, Contrast: 1.5,
	}, Advanced: true, Timing: true, PanelWidth: 500, PanelScale: 1.25, Theme: Light, Tab: Video, Timeline: Never, TimelineHeight: 200, Curves: NewCurves(LumaCurve, StillCurve, PSNRCurve), CodecCurves: NewCurves(IntraCurve), SecondCurves: NewCurves(SecondSSIMCurve), LinearSizes: true, Legend: LowerLeft, LegendFolded: true}
}

// TestDocsSettings: docs/reference/formats/player.md has every setting, but for parameters that are as in exports.
func TestDocsSettings(t *testing.T) {
	var listed, names []string
	for _, p := range analysis.Settings() {
		listed = append(listed, p.Name)
	}
	for _, row := range docpage.Rows(t, docpage.Page(t, "player.md"), "## Settings") {
		listed = append(listed, strings.Split(row[0], "`, `")...)
	}
	for _, r := range Table() {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	slices.Sort(listed)
	if listed = slices.Compact(listed); !slices.Equal(listed, names) {
		t.Errorf("the page has %q, the table %q", listed, names)
	}
}

// Every setting is written and read back.
func TestEverySettingIsKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	similar := Default()
	similar.Params = analysis.Params{Variant: analysis.CommonFeature, Features: channel.YUV, Threshold: 0.1}
	planes := Default()
	planes.Planes = edge.AllPlanes
	changed := map[string]bool{}
	listed := Default()
	listed.Params = analysis.Params{Variant: analysis.Points, Order: points.ByLines, Threshold: 0.1}
	classes := Default()
	classes.Threshold = 0.5
	classes.Params = classes.Divided(4)
	hits := Default()
	hits.Params = analysis.Params{Variant: analysis.Templates, Threshold: 0.1, Search: match.Search{
		Template: match.Template{Width: 2, Height: 1, Depth: 10, Full: true, Samples: "\x00\x03\xff\x01"}, Suppress: true,
	}}
	for _, want := range []Settings{Default(), full(), similar, planes, listed, classes, hits} {
		if err := want.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if err != nil || got != want {
			t.Fatalf("%v: got  %+v\nwant %+v", err, got, want)
		}
		note(changed, reflect.ValueOf(want), reflect.ValueOf(Default()))
	}
	n := reflect.TypeFor[Settings]().NumField() - 2 + reflect.TypeFor[Choices]().NumField() - 3 + reflect.TypeFor[analysis.Params]().NumField()
	if len(changed) != n {
		t.Errorf("the test changes %d of %d settings: %v", len(changed), n, changed)
	}
}

// Small numbers are written without an exponent, but may have one when read.
func TestNumbersWithoutExponent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	want := Default()
	want.Threshold = 1e-7
	if err := want.Save(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), `"threshold": 0.0000001,`) {
		t.Fatalf("%v:\n%s", err, text)
	}
	for _, written := range []string{"0.0000001", "1e-07"} {
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), "0.0000001", written, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Load(path); err != nil || got != want {
			t.Errorf("%s: got %+v, %v", written, got, err)
		}
	}
}

// note records the names of the fields in which a and b differ.
func note(names map[string]bool, a, b reflect.Value) {
	for i := range a.NumField() {
		f := a.Type().Field(i)
		switch {
		case f.Anonymous:
			note(names, a.Field(i), b.Field(i))
		case !a.Field(i).Equal(b.Field(i)):
			names[f.Name] = true
		}
	}
}

const head = "{\n\"format\": \"ffkvadrat-settings\",\n\"version\": 1"

func TestLeftOutIsDefault(t *testing.T) {
	got, err := Read(strings.NewReader(head + "}"))
	if err != nil || got != Default() {
		t.Errorf("%v, %+v", err, got)
	}
	got, err = Read(strings.NewReader(head + `, "operator": "luma"}`))
	want := Default()
	want.Operator, want.Threshold = edge.Luma, 0.5
	if err != nil || got != want {
		t.Errorf("%v, %+v", err, got)
	}
}

func TestReadSays(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{head + ",\n\"threshold\": \"high\"\n}", `line 4: "threshold": "high" is not a number from 0 to 1e+06`},
		{head + ",\n\n\"opacity\": 1.5}", `line 5: "opacity": 1.5 is not a number from 0 to 1`},
		{head + ",\n\"line_width\": 2.5}", `line 4: "line_width": 2.5 is not a whole number from 0 to 4`},
		{head + ",\n\"muted\": 1}", `line 4: "muted": 1 is neither true nor false`},
		{head + ",\n\"muted\": null}", `line 4: "muted": null is neither true nor false`},
		{head + ",\n\"volume\": null}", `line 4: "volume": null is not a number from 0 to 1`},
		{head + ",\n\"operator\": \"sobol\"}", `line 4: "operator": no operator is called "sobol"`},
		{head + ",\n\"view\": \"x\"}", `line 4: "view": no view is called "x"`},
		{head + ",\n\"range\": \"x\"}", `line 4: "range": no range is called "x"`},
		{head + ",\n\"tab\": \"x\"}", `line 4: "tab": no tab is called "x"`},
		{head + ",\n\"curves\": \"luma,x\"}", `line 4: "curves": no curve of the timeline is called "x"`},
		{head + ",\n\"curves\": \"luma,\"}", `line 4: "curves": no curve of the timeline is called ""`},
		{head + ",\n\"curves\": 3}", `line 4: "curves": 3 is not a text in quotes`},
		{head + ",\n\"look\": [1,\n 2]}", `line 4: "look": [1, 2] is not a name in quotes`},
		{head + ",\n\"Muted\": true}", `line 4: "Muted": there is no such field`},
		{head + ",\n\"muted\": true,\n\"muted\": true}", `line 5: "muted": the field is there twice`},
		{head + ",\n\"threshold\": 9}", `line 1: threshold 9 is not between 0 and 4, the scale of cross on planes y`},
		{head + ",\n\"min_size\": 3}", `line 1: the smallest quad, 3 pixels, is not a power of two from 1 to 16384`},
		{head + ",\n\"muted\": tru }", "line 4: not valid JSON: invalid character ' ' in literal true (expecting 'e')"},
		{head + ",\n\"muted\": true", "line 4: not valid JSON: unexpected end"},
		{head + "}\n{}", "line 4: not valid JSON: invalid character '{' after top-level value"},
		{"", "line 1: not valid JSON: unexpected end"},
		{"\n[]", "line 2: a JSON object begins with {"},
		{"{}", `line 1: "format": the file does not say that it is "ffkvadrat-settings"`},
		{`{"format": "ffkvadrat-settings"}`, `line 1: "version": the file has no version`},
		{"{\"format\": \"ffkvadrat-settings\",\n\"version\": 2}", `line 2: "version": version 2 is not supported, only version 1`},
		{strings.Repeat(" ", maxBytes) + "{}", "line 1: it has more than 2097152 bytes"},
	} {
		_, err := Read(strings.NewReader(c.text))
		var format *FormatError
		if !errors.As(err, &format) || wording.Error(err) != c.want {
			t.Errorf("%.80q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestLoadSays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	if _, err := Load(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.HasPrefix(err.Error(), "session: read "+strconv.Quote(path)+": line 1: ") {
		t.Errorf("half a file: %v", err)
	}
}

// What Read returns is valid, and survives writing and reading.
func FuzzRead(f *testing.F) {
	var text strings.Builder
	begin(&text, settingsFormat)
	full().write(&text, "")
	f.Add(text.String() + "}")
	f.Add(head + `, "variant": "feature", "features": "yuv", "volume": 1e-3}`)
	f.Add(head + `, "min_size": 4, "opacity": -0}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(strings.NewReader(text))
		if err != nil {
			var format *FormatError
			if !errors.As(err, &format) || format.Line < 1 || format.Line > 1+strings.Count(text, "\n") {
				t.Fatalf("no line of the file: %v", err)
			}
			return
		}
		if err := s.Check(); err != nil {
			t.Fatalf("what was read is invalid: %v", err)
		}
		var again strings.Builder
		begin(&again, settingsFormat)
		s.write(&again, "")
		if got, err := Read(strings.NewReader(again.String() + "}")); err != nil || got != s {
			t.Fatalf("written and read: %v\n%+v\n%+v", err, got, s)
		}
	})
}

// TestCompareAs: a picture made of both is a view, which leaves the other way of comparing as it was; another way ends it.
func TestCompareAs(t *testing.T) {
	s, r := Default(), Named("compare_as")
	for _, c := range []struct {
		to      string
		view    views.View
		compare sides.Way
	}{{"below", views.Video, sides.Below}, {"difference", views.Difference, sides.Below}, {"block-psnr", views.BlockPSNR, sides.Below}, {"flip", views.Video, sides.Flip}} {
		if err := r.Set(&s, c.to); err != nil || s.View != c.view || s.Compare != c.compare || s.ComparedAs().String() != c.to || r.Words[r.Index(&s)].Name != c.to {
			t.Errorf("%s: %v, view %v, %v, compared as %v", c.to, err, s.View, s.Compare, s.ComparedAs())
		}
	}
	s.View = views.Mask
	if r.Choose(&s, int(sides.Beside)); s.View != views.Mask || s.Compare != sides.Beside {
		t.Errorf("view %v, %v", s.View, s.Compare)
	}
	path := filepath.Join(t.TempDir(), "settings.json")
	s.View = views.Difference
	if err := s.Save(path); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(path); err != nil || got != s {
		t.Errorf("%v: %v, view %v", err, got.Compare, got.View)
	}
}

// TestShownCurves: while the codec's blocks are drawn, or there is a second video, the timeline has other curves, unless the
// user has chosen some.
func TestShownCurves(t *testing.T) {
	s := Default()
	if got := *s.ShownCurves(); got != s.Curves {
		t.Errorf("without blocks: %v", got)
	}
	s.Codec = true
	if got := *s.ShownCurves(); got != NewCurves(BytesCurve, QPCurve) {
		t.Errorf("with blocks: %v", got)
	}
	s.ShownCurves().Switch(SkipCurve, true)
	if s.Curves != Default().Curves || !s.ShownCurves().Has(SkipCurve) {
		t.Errorf("after another one is shown: %v, without blocks %v", *s.ShownCurves(), s.Curves)
	}
	s.View = views.Pyramid // which hides them
	if got := *s.ShownCurves(); got != s.Curves {
		t.Errorf("in a view without blocks: %v", got)
	}
	s.Second = true
	if got := *s.ShownCurves(); got != NewCurves(SecondPSNRCurve, BytesCurve, SecondBytesCurve, QPCurve, SecondQPCurve) {
		t.Errorf("with a second video: %v", got)
	}
	s.View = views.Video
	if got := *s.ShownCurves(); got != s.CodecCurves {
		t.Errorf("with a second video and chosen curves of blocks: %v", got)
	}
	if s.CodecCurves = Default().CodecCurves; *s.ShownCurves() != s.SecondCurves {
		t.Errorf("with a second video and blocks: %v", *s.ShownCurves())
	}
	s.Curves = NewCurves(LumaCurve)
	if got := *s.ShownCurves(); got != s.Curves {
		t.Errorf("with chosen curves: %v", got)
	}
}

// TestCodesEarly: next to the blocks of a codec that codes frames in earlier packets, the default curves have the sizes of frames.
// Curves that the user has chosen stay, with each codec.
func TestCodesEarly(t *testing.T) {
	s := Default()
	s.Codec = true
	for _, early := range []bool{true, true, false, true} {
		want := NewCurves(BytesCurve, QPCurve)
		if early {
			want = NewCurves(CodedCurve, QPCurve)
		}
		if s.CodesEarly(early); *s.ShownCurves() != want {
			t.Errorf("%v: %v", early, *s.ShownCurves())
		}
	}
	s.Second = true
	if got := *s.ShownCurves(); got != s.SecondCurves {
		t.Errorf("with a second video: %v", got)
	}
	chosen := NewCurves(BytesCurve, SkipCurve)
	s.CodecCurves = chosen
	for _, early := range []bool{true, false} {
		if s.CodesEarly(early); *s.ShownCurves() != chosen {
			t.Errorf("chosen, %v: %v", early, *s.ShownCurves())
		}
	}
}
