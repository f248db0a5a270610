package quadfile

import (
	"errors"
	"io"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

// four are the quarters of the square of side 2 at (x, y).
func four(x, y int) []quadpyramid.Quad {
	return []quadpyramid.Quad{quad(x, y, 0), quad(x+1, y, 0), quad(x, y+1, 0), quad(x+1, y+1, 0)}
}

func TestCheckQuads(t *testing.T) {
	edge := sample().Analysis
	limited := edge
	limited.MinSize, limited.MaxSize = 2, 8
	pixels := edge
	pixels.MaxSize = 1
	combiner := Analysis{Params: analysis.Params{Variant: analysis.CommonFeature}}
	wide := combiner
	wide.Threshold = 4
	coarse := combiner
	coarse.MinSize = 4
	means := func(v ...uint16) (list []feature.Mean) {
		for _, x := range v {
			list = append(list, feature.NewMean(channel.Vector{x, x, x}))
		}
		return list
	}
	for name, c := range map[string]struct {
		a    Analysis
		f    Frame
		want string
	}{
		"nothing":                    {edge, Frame{Width: 2, Height: 2}, ""},
		"three of four":              {edge, Frame{Width: 2, Height: 2, Quads: four(0, 0)[:3]}, ""},
		"four of two squares":        {edge, Frame{Width: 4, Height: 2, Quads: []quadpyramid.Quad{quad(1, 0, 0), quad(0, 1, 0), quad(1, 1, 0), quad(2, 0, 0)}}, ""},
		"four of one":                {edge, Frame{Width: 2, Height: 2, Quads: four(0, 0)}, "quads 0 to 3"},
		"behind another":             {edge, Frame{Width: 4, Height: 4, Quads: append([]quadpyramid.Quad{quad(0, 0, 1)}, four(2, 2)...)}, "quads 1 to 4"},
		"a larger among them":        {edge, Frame{Width: 8, Height: 8, Quads: []quadpyramid.Quad{quad(0, 0, 1), quad(2, 0, 0), quad(0, 2, 1), quad(2, 2, 1)}}, ""},
		"at the largest size":        {pixels, Frame{Width: 2, Height: 2, Quads: four(0, 0)}, ""},
		"too small":                  {limited, Frame{Width: 2, Height: 2, Quads: four(0, 0)[:1]}, "smaller than min_size 2"},
		"too large":                  {limited, Frame{Width: 16, Height: 16, Quads: []quadpyramid.Quad{quad(0, 0, 4)}}, "larger than max_size 8"},
		"equal colours":              {combiner, Frame{Width: 2, Height: 2, Quads: four(0, 0), Means: means(5, 5, 5, 5)}, "should be one"},
		"other colours":              {combiner, Frame{Width: 2, Height: 2, Quads: four(0, 0), Means: means(5, 5, 5, 6)}, ""},
		"extremes within 4":          {wide, Frame{Width: 2, Height: 2, Quads: four(0, 0), Means: means(0, 0, 16383, 16383)}, "should be one"},
		"a pixel without a colour":   {combiner, Frame{Width: 2, Height: 2, Quads: four(0, 0)[:3], Means: means(1, 2, 3)}, "cover 3 of 4 pixels"},
		"left out as too small":      {coarse, Frame{Width: 6, Height: 4, Quads: []quadpyramid.Quad{quad(0, 0, 2)}, Means: means(1)}, ""},
		"a mean too few":             {coarse, Frame{Width: 2, Height: 2, Quads: four(0, 0), Means: means(1, 2, 3)}, "no mean"},
		"colours that are not known": {combiner, Frame{Width: 2, Height: 2, Quads: four(0, 0)}, ""},
	} {
		err := c.a.CheckQuads(&c.f)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestReadGoesOn: reading continues after a frame that breaks a rule, but not after text that is
// not JSON.
func TestReadGoesOn(t *testing.T) {
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), Frame{Index: 0, HasPTS: true}, sampleFrames()[2], Frame{Index: 5, HasPTS: true}, Frame{Index: 6, HasPTS: true}, Frame{Index: 7, HasPTS: true})
		text = strings.Replace(text, `[4,2,1]`, `[4,2,3]`, 1)
		text = strings.Replace(text, `"frame_index":5,"pts":0`, `"frame_index":5,"pts":"0"`, 1)
		text = strings.Replace(text, `"frame_index":6,"pts":0`, `"frame_index":0,"pts":0`, 1)
		r, err := NewReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		var f Frame
		var got []string
		for {
			err := r.Next(&f)
			var wrong *FrameError
			if err == io.EOF {
				break
			}
			if err == nil {
				got = append(got, "ok")
			} else if errors.As(err, &wrong) && wrong.Record == int64(len(got)) {
				got = append(got, "wrong")
			} else {
				t.Fatalf("%v: %v", format, err)
			}
		}
		if s := strings.Join(got, " "); s != "ok wrong wrong wrong ok" {
			t.Errorf("%v: %s", format, s)
		}
		r, err = NewReader(strings.NewReader(text[:len(text)-10]))
		if err != nil {
			t.Fatal(err)
		}
		for err == nil || errors.As(err, new(*FrameError)) {
			err = r.Next(&f)
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) || r.Next(&f) != err {
			t.Errorf("%v, cut: %v", format, err)
		}
	}
}
