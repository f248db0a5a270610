package panel

import (
	"image"
	"strconv"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// Badge is the mark of a setting that does not have its default. A click on it,
// or on the name beside it, sets the default.
type Badge struct {
	Name  string // of the setting, in files
	Place image.Rectangle
}

// badges are the marks on the screen.
type badges struct {
	// Defaults are what settings are compared with. New sets session.Default.
	Defaults session.Settings
	Badges   []Badge          // of the settings on the screen that do not have their defaults; valid until the next Build
	standard session.Settings // memory for defaultOf
}

// defaultOf returns settings with the setting's default, until the next call.
// The threshold's and the variant's depend on each other.
func (k *kit) defaultOf(r setting, s *session.Settings) *session.Settings {
	d := &k.standard
	switch r.Name {
	default:
		return &k.Defaults
	case thresholdSetting.Name:
		*d = k.Defaults
		if d.Threshold = s.DefaultThreshold(); s.Auto {
			d.Threshold = s.Threshold // whatever the player finds
		}
	case variantSetting.Name:
		*d = *s
		d.Params = s.Switched(k.Defaults.Variant, k.Defaults.Operator)
	}
	return d
}

// isDefault reports whether a setting has its default.
func (k *kit) isDefault(r setting, s *session.Settings) bool {
	d := k.defaultOf(r, s)
	return r.Same(s, d) && (r.Name != variantSetting.Name || d.Operator == s.Operator)
}

// reset sets the default of a setting.
func (k *kit) reset(r setting, s *session.Settings) {
	d := k.defaultOf(r, s)
	if r.Name == variantSetting.Name {
		s.Params = d.Params
		return
	}
	r.Copy(s, d)
	s.Params = s.Limited()
}

// badge is the mark and the name of a setting that does not have its default.
func (k *kit) badge(r setting, settings *session.Settings) {
	s := k.scale
	start := imgui.CursorScreenPos()
	size := imgui.CalcTextSize(r.Title)
	const before = 8
	if k.tips.reason != "" { // what is not in use can be reset all the same
		imgui.EndDisabled()
		defer imgui.BeginDisabled(true)
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X-before*s, start.Y))
	if imgui.InvisibleButton(r.mark, imgui.NewVec2(size.X+before*s, imgui.FrameHeight())) {
		k.reset(r, settings)
	}
	place := item()
	k.Badges = append(k.Badges, Badge{r.Name, place})
	if k.tipped() {
		k.showTip(k.explained[r.Name] + "\nThe default is " + valueText(r, k.defaultOf(r, settings)) + "; click here to set it.")
	}
	ink := bright
	if imgui.IsItemHovered() {
		ink = stronger
	}
	draw := imgui.WindowDrawList()
	middle := float32(place.Min.Y+place.Max.Y) / 2
	k.mark(draw, start.X-4.5*s, middle)
	draw.AddText(imgui.NewVec2(start.X, middle-size.Y/2), packed(ink), r.Title)
}

// valueText writes the value of a setting as its widget shows it.
func valueText(r setting, s *session.Settings) string {
	switch {
	case r.Name == variantSetting.Name:
		return MethodName(s.Params)
	case r.Words != nil:
		return chosenWord(r, s)
	case r.Truth(s) != nil:
		if *r.Truth(s) {
			return "on"
		}
		return "off"
	case r.Name == boundsSetting.Name:
		return strconv.Itoa(max(s.Bounds.Classes(), 1))
	case r.Name == thresholdSetting.Name || r.Name == lowSetting.Name:
		return strconv.FormatFloat(r.Number(s), 'f', 4, 64)
	case r.Unit == "%":
		return strconv.FormatFloat(100*r.Number(s), 'f', 0, 64) + r.suffix
	case r.Number(s) == 0 && r.Name == onlySizeSetting.Name:
		return "all sizes"
	case r.Number(s) == 0:
		return "no limit"
	}
	return strconv.FormatFloat(r.Number(s), 'f', -1, 64) + r.suffix
}
