package panel_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// badge returns the place of a setting's badge, in the tab that has it.
func (s *stage) badge(name string) image.Rectangle {
	s.T.Helper()
	for tab := range session.TabCount {
		s.Settings.Tab = tab
		s.Turn(2)
		for _, b := range s.Badges {
			if b.Name == name {
				return b.Place
			}
		}
	}
	return image.Rectangle{}
}

// A setting with a widget has a badge exactly if it differs from its default. Clicking the badge
// resets that setting and no other.
func TestBadges(t *testing.T) {
	s := newStage(t, 1280, 1000, 1)
	standard := session.Default()
	standard.LineWidth, standard.Advanced, standard.Timing, standard.Auto = 1, true, true, false
	s.Defaults = standard
	s.Settings = standard
	for tab := range session.TabCount {
		s.Settings.Tab = tab
		if s.Turn(2); len(s.Badges) > 0 {
			t.Errorf("%v: marks of %+v beside defaults", tab, s.Badges)
		}
	}
	for name, change := range map[string]func(s *session.Settings){
		"variant":     func(s *session.Settings) { s.Params = s.Switched(analysis.EdgeThreshold, edge.Sobel) },
		"threshold":   func(s *session.Settings) { s.Threshold = 0.5 },
		"detail":      func(s *session.Settings) { s.Detail = overlay.Full },
		"planes":      func(s *session.Settings) { s.Planes = edge.AllPlanes },
		"low":         func(s *session.Settings) { s.Low = 0.001 },
		"order":       func(s *session.Settings) { s.Order = points.ByLines },
		"invert":      func(s *session.Settings) { s.Invert = true },
		"features":    func(s *session.Settings) { s.Features = channel.YUV },
		"min_size":    func(s *session.Settings) { s.MinSize = 4 },
		"max_size":    func(s *session.Settings) { s.MaxSize = 64 },
		"cube":        func(s *session.Settings) { s.Cube = 2 },
		"wanted":      func(s *session.Settings) { s.Wanted = 500 },
		"each_frame":  func(s *session.Settings) { s.EachFrame = true },
		"matrix":      func(s *session.Settings) { s.Shown.Matrix = yuv.BT601 },
		"range":       func(s *session.Settings) { s.Shown.Range = yuv.Full },
		"transfer":    func(s *session.Settings) { s.Shown.Transfer = yuv.PQ },
		"overlay":     func(s *session.Settings) { s.Overlay = false },
		"look":        func(s *session.Settings) { s.Look = overlay.Fill },
		"colour":      func(s *session.Settings) { s.Colour = overlay.ByAge },
		"opacity":     func(s *session.Settings) { s.Opacity = 0.5 },
		"line_width":  func(s *session.Settings) { s.LineWidth = 3 },
		"only_size":   func(s *session.Settings) { s.OnlySize = 8 },
		"codec":       func(s *session.Settings) { s.Codec = true },
		"blocks_by":   func(s *session.Settings) { s.BlocksBy = overlay.ByType },
		"vectors_by":  func(s *session.Settings) { s.VectorsBy = overlay.ByReference },
		"motion":      func(s *session.Settings) { s.Motion = !s.Motion },
		"view":        func(s *session.Settings) { s.View = views.Mask },
		"volume":      func(s *session.Settings) { s.Volume = 0.25 },
		"panel_scale": func(s *session.Settings) { s.PanelScale = 1.25 },
		"muted":       func(s *session.Settings) { s.Muted = true },
	} {
		standard := standard
		standard.Codec = slices.Contains([]string{"blocks_by", "vectors_by", "motion"}, name) // their rows are there while it is on
		standard.Motion = name == "vectors_by"
		s.Defaults, s.Settings = standard, standard
		change(&s.Settings)
		place := s.badge(name)
		if place.Empty() || len(s.Badges) != 1 {
			t.Errorf("%s: marks %+v", name, s.Badges)
			continue
		}
		if tip := s.Rest(place); !strings.Contains(tip, "click") && !strings.Contains(tip, "Click") {
			t.Errorf("%s: the tooltip is %q", name, tip)
		}
		s.Click(place)
		if s.Settings.Tab = standard.Tab; s.Settings != standard {
			t.Errorf("%s: after a click on its mark %+v", name, s.Settings)
		}
	}
	s.Defaults = standard
	// A threshold that the player chose counts as the default.
	s.Defaults.Auto = true
	s.Settings = s.Defaults
	s.Settings.Threshold = 0.3
	if place := s.badge("threshold"); !place.Empty() {
		t.Error("a mark of a threshold that the player found")
	}
	s.Settings.Auto, s.Settings.Tab = false, session.Tune
	s.Turn(2)
	if got := s.Click(s.badge("threshold")); len(got) != 1 || got[0] != command.Do(command.FindThreshold) {
		t.Errorf("a click on the mark of the threshold: %+v", got)
	}
	if got := s.badge("auto_threshold"); got.Empty() || got != s.Widgets.Auto {
		t.Errorf("the mark of Auto is at %v", got)
	}
	s.Settings.Tab = session.Tune
	s.Turn(2)
	if got := s.Click(s.Widgets.Auto); len(got) != 1 || got[0] != command.Do(command.FindThreshold) {
		t.Errorf("a click on Auto: %+v", got)
	}
	// Auto has one tooltip everywhere: what it does now, what a click does, and what it is.
	for _, on := range []bool{true, false} {
		s.Settings.Auto = on
		for tab, place := range map[session.Tab]*image.Rectangle{session.Tune: &s.Widgets.Auto, session.Plots: &s.Widgets.Presets[1]} {
			s.Settings.Tab = tab
			s.MoveMouse(1, 1)
			s.Turn(2)
			now := map[bool]string{true: "Auto is on. A click finds", false: "Auto is off: the threshold stays as you set it. A click switches Auto on."}[on]
			if tip := s.Rest(*place); !strings.HasPrefix(tip, now) || !strings.Contains(tip, session.Named("auto_threshold").Help) {
				t.Errorf("%v, Auto %v: %q", tab, on, tip)
			}
		}
	}
	s.Defaults.Auto, s.Settings.Auto = false, false
	// The default threshold depends on the operator.
	s.Settings = standard
	s.Settings.Params = s.Settings.Switched(analysis.EdgeThreshold, edge.Luma)
	if place := s.badge("threshold"); !place.Empty() {
		t.Errorf("a mark of the threshold %v of luma", s.Settings.Threshold)
	}
	// The line that unfolds the parameters has a badge if one of them has.
	s.Settings = standard
	s.Settings.Advanced = false
	s.Turn(2)
	s.MoveMouse(100, 100)
	s.Turn(2)
	r := s.Widgets.Advanced
	plain := s.Pixels()
	s.Settings.Invert = true
	s.Turn(2)
	marked := s.Pixels()
	r.Min.X -= 8
	same := func(a, b *image.RGBA) bool {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			i, j := a.PixOffset(r.Min.X, y), a.PixOffset(r.Max.X, y)
			if !slices.Equal(a.Pix[i:j], b.Pix[i:j]) {
				return false
			}
		}
		return true
	}
	if same(plain, marked) {
		t.Error("no mark beside the line that hides a changed setting")
	}
}
