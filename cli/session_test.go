package cli

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// TestFlagsOverSettings: each given flag replaces one setting.
func TestFlagsOverSettings(t *testing.T) {
	kept := session.Default()
	kept.Params = analysis.Params{Threshold: 0.5, Operator: edge.Range, Low: 0.25, Invert: true, MinSize: 2}
	kept.Shown = yuv.Choice{Matrix: yuv.BT601, Range: yuv.Full}
	kept.Volume, kept.EachFrame = 0.5, true
	similar := kept
	similar.Params = analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.1, Features: channel.YUV, MaxSize: 8}
	for _, c := range []struct {
		args []string
		kept session.Settings
		want func(*session.Settings)
	}{
		{nil, kept, func(*session.Settings) {}},
		{[]string{"--threshold", "0.75", "--max-size", "16"}, kept, func(s *session.Settings) { s.Threshold, s.MaxSize, s.EachFrame, s.Auto = 0.75, 16, false, false }},
		{[]string{"--threshold", "0.125"}, kept, func(s *session.Settings) { s.Threshold, s.Low, s.EachFrame, s.Auto = 0.125, 0.125, false, false }},
		{[]string{"--variant", "feature"}, kept, func(s *session.Settings) {
			s.Params = s.Switched(analysis.CommonFeature, edge.Range)
		}},
		{[]string{"--operator", "sobel", "--planes", "yuv"}, kept, func(s *session.Settings) {
			s.Params = analysis.Params{Threshold: analysis.DefaultThreshold, Operator: edge.Sobel, Planes: edge.AllPlanes, Invert: true, MinSize: 2}
		}},
		{[]string{"--operator", "cross"}, similar, func(s *session.Settings) {
			s.Variant = analysis.EdgeThreshold
		}},
		{[]string{"--variant=feature", "--features", "rgb", "-t", "0.2"}, similar, func(s *session.Settings) {
			s.Features, s.Threshold, s.EachFrame, s.Auto = channel.RGB, 0.2, false, false
		}},
		{[]string{"--operator=colour", "--colour=#ff0080"}, similar, func(s *session.Settings) {
			red := channel.Vector{16383, 0, 8224}
			s.Params = analysis.Params{Operator: edge.Colour, Threshold: 0.01, Colours: channel.Box{Low: red, High: red}, MaxSize: 8}
			s.EachFrame = false
		}},
		{[]string{"--cube", "16"}, similar, func(s *session.Settings) {
			s.Params = s.Switched(analysis.EdgeThreshold, s.Operator)
			s.EachFrame, s.Cube = false, 2
		}},
		{[]string{"--cube", "0"}, similar, func(*session.Settings) {}},
		{[]string{"--matrix", "bt709", "--transfer", "pq"}, kept, func(s *session.Settings) {
			s.Shown = yuv.Choice{Matrix: yuv.BT709, Range: yuv.Full, Transfer: yuv.PQ}
		}},
		{[]string{"--mute", "--view", "pyramid", "--look", "fill", "--colour-by", "age", "--opacity", "0.5", "--line", "3"}, kept, func(s *session.Settings) {
			s.Muted, s.View, s.Look, s.Colour, s.Opacity, s.LineWidth = true, views.Pyramid, overlay.Fill, overlay.ByAge, 0.5, 3
		}},
		{[]string{"--no-mute", "--view", "video", "--speed", "2", "--loop", "--fullscreen", "--at", "0.1"}, func() session.Settings {
			s := kept
			s.Muted, s.View = true, views.Mask
			return s
		}(), func(s *session.Settings) { s.Muted, s.View = false, views.Video }},
		{[]string{"--range", "tagged", "--min-size", "1"}, kept, func(s *session.Settings) {
			s.Shown.Range, s.MinSize = yuv.RangeUnspecified, 1
		}},
	} {
		var all commands
		parsed, err := newParser(&all).Parse(append([]string{"play", "clip.mp4"}, c.args...))
		if err != nil {
			t.Fatalf("%q: %v", c.args, err)
		}
		want := c.kept
		c.want(&want)
		if got, err := all.Play.adjust(c.kept, given(parsed)); err != nil || got != want {
			t.Errorf("%q: %v\ngot  %+v\nwant %+v", c.args, err, got, want)
		}
	}
}

// TestNoSuchSettings: a missing settings file is an error.
func TestNoSuchSettings(t *testing.T) {
	c := playCommand{NoSession: true, Settings: "none.json"}
	if _, err := c.begin(nil, nil); err == nil {
		t.Error("settings from no file")
	}
}
