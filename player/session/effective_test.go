package session

import (
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestFor: what a video does not have is replaced, each with its notice.
func TestFor(t *testing.T) {
	video := Capabilities{Thing: "video", Format: yuv.Format{Name: "yuv420p", Model: yuv.YUV}, Vectors: true, Blocks: true, Codec: "h264"}
	coloured := Capabilities{Thing: "video", Format: yuv.Format{Name: "gbrp", Model: yuv.RGB}, Vectors: true, Blocks: true, Codec: "h264"}
	without, never := Capabilities{Thing: "video", Format: video.Format, Codec: "h264"}, Capabilities{Thing: "video", Format: video.Format, Codec: "vvc", NoBlocks: true}
	params := func(p analysis.Params) Choices { return Choices{Params: p} }
	noBlocks := "Codec blocks off: this video cannot be read twice"
	neverText, neverLog := never.withoutBlocks()
	for _, c := range []struct {
		of          Capabilities
		asked, want Choices
		notices     []Notice
	}{
		{video, params(analysis.Params{Planes: edge.AllPlanes, Threshold: 0.02}), params(analysis.Params{Planes: edge.AllPlanes, Threshold: 0.02}), nil},
		{video, params(analysis.Params{Threshold: 0.02, Low: 0.1}), params(analysis.Params{Threshold: 0.1, Low: 0.1}), []Notice{{Text: "The threshold ends at the lower bound, 0.1000", Log: ""}}},
		{
			coloured, params(analysis.Params{Planes: edge.AllPlanes, Threshold: 9, Low: 5}), params(analysis.Params{Threshold: 4, Low: 4}),
			[]Notice{{Text: "Luma only: this video has no planes U and V", Log: "gbrp: Luma only: this video has no planes U and V"}},
		},
		{
			coloured, params(analysis.Params{Variant: analysis.CommonFeature, Features: channel.YUV}), params(analysis.Params{Variant: analysis.CommonFeature}),
			[]Notice{{Text: "RGB features: this video has no Y, U and V", Log: "gbrp: RGB features: this video has no Y, U and V"}},
		},
		{
			coloured, params(analysis.Params{Operator: edge.Box, Features: channel.YUV}), params(analysis.Params{Operator: edge.Box}),
			[]Notice{{Text: "RGB features: this video has no Y, U and V; pick the colour again", Log: "gbrp: RGB features: this video has no Y, U and V; pick the colour again"}},
		},
		{
			video, params(analysis.Params{Operator: edge.Colour, Features: channel.Vectors}), params(analysis.Params{Operator: edge.Colour}),
			[]Notice{{Text: "RGB features: motion vectors are not colours", Log: "yuv420p: RGB features: motion vectors are not colours"}},
		},
		{
			video, params(analysis.Params{Planes: edge.AlphaPlane}), params(analysis.Params{}),
			[]Notice{{Text: "Luma: this video has no alpha", Log: "yuv420p: Luma: this video has no alpha"}},
		},
		{
			Capabilities{Thing: "picture", Format: yuv.Format{Name: "gray"}}, params(analysis.Params{Planes: edge.AlphaPlane}), params(analysis.Params{}),
			[]Notice{{Text: "Luma: this picture has no alpha", Log: "gray: Luma: this picture has no alpha"}},
		},
		{
			without, Choices{Params: analysis.Params{Variant: analysis.CommonFeature, Features: channel.Vectors}, View: views.Vectors, Codec: true},
			params(analysis.Params{Variant: analysis.CommonFeature}),
			[]Notice{
				{Text: "RGB features: this video has no motion vectors", Log: "RGB features: this video has no motion vectors"},
				{Text: "Back to the picture: this video has no motion vectors", Log: "Back to the picture: this video has no motion vectors"},
				{Text: noBlocks, Log: noBlocks},
			},
		},
		{
			Capabilities{Thing: "video", Blocks: true, NoBits: true, Codec: "h264"}, Choices{Codec: true, BlocksBy: overlay.ByBits}, Choices{Codec: true},
			[]Notice{{Text: "Blocks by QP: FFmpeg has no bits of h264 blocks", Log: "Blocks by QP: FFmpeg has no bits of h264 blocks"}},
		},
		{never, Choices{Codec: true}, Choices{}, []Notice{{Text: neverText, Log: neverLog}}},
	} {
		got := c.asked.For(c.of)
		if got.Choices != c.want || !slices.Equal(got.Notices, c.notices) {
			t.Errorf("%+v on %+v:\ngot  %+v, %+v\nwant %+v, %+v", c.asked, c.of, got.Choices, got.Notices, c.want, c.notices)
		}
	}
	if got, want := neverText, "vvc"; !strings.Contains(got, want) {
		t.Errorf("%q does not name %s", got, want)
	}
}

// TestForIsPossible: with every combination of what a video has and of the settings that need it, the
// result needs nothing else, has a notice if and only if it is another one, and is final.
func TestForIsPossible(t *testing.T) {
	yes := []bool{false, true}
	for _, format := range yuvtest.Formats {
		for variant := range analysis.VariantCount {
			for _, operator := range []edge.Operator{edge.Cross, edge.Box} {
				for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes, edge.AlphaPlane} {
					for features := range channel.SpaceCount {
						for _, view := range []views.View{views.Video, views.Vectors} {
							for n := range 8 {
								of := Capabilities{Format: format, Vectors: yes[n&1], Blocks: yes[n>>1&1], NoBlocks: yes[n>>2&1]}
								c := Choices{Params: analysis.Params{Variant: variant, Operator: operator, Planes: planes, Features: features, Threshold: 0.5}, View: view, Codec: true}
								if c.Check() == nil {
									checkFor(t, c, of)
								}
							}
						}
					}
				}
			}
		}
	}
}

func checkFor(t *testing.T, c Choices, of Capabilities) {
	t.Helper()
	got := c.For(of)
	if changed := got.Choices != c; changed != (len(got.Notices) != 0) {
		t.Errorf("%+v on %+v: %+v, %+v", c, of, got.Choices, got.Notices)
	}
	if _, err := got.Decision(of.Format); err != nil {
		t.Errorf("%+v on %+v: %v", c, of, err)
	}
	needs := got.Params.Needs().Or(got.View.Needs())
	if needs.Vectors && !of.Vectors || got.Codec != of.Blocks || got.Variant == analysis.CommonFeature && got.Features == channel.YUV && of.Format.Model == yuv.RGB {
		t.Errorf("%+v on %+v: %+v", c, of, got.Choices)
	}
	if again := got.For(of); again.Choices != got.Choices {
		t.Errorf("%+v on %+v: %+v, then %+v", c, of, got.Choices, again.Choices)
	}
}

// TestQuads: while blocks fill the picture, the quads have a switch of their own, and Overlay stays as it
// is. Compared with blocks, they are shown as ever.
func TestQuads(t *testing.T) {
	c := Choices{Overlay: true}
	if !*c.Quads() || c.BlocksFill() {
		t.Error("no quads without blocks")
	}
	if c.Codec = true; *c.Quads() || !c.BlocksFill() {
		t.Error("quads over blocks")
	}
	if *c.Quads() = true; !c.CodecQuads {
		t.Error("the switch is another one")
	}
	*c.Quads() = false
	if c.Colour = overlay.ByDifference; !*c.Quads() || c.BlocksFill() {
		t.Error("no quads to compare with blocks")
	}
	if !c.Overlay {
		t.Error("the overlay's setting has changed")
	}
}
