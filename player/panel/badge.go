package panel

import (
	"image"
	"strconv"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// Badge marks a setting that differs from its default. Clicking it, or the name next to it, resets
// the setting.
type Badge struct {
	Name  string // name of the setting in files
	Place image.Rectangle
}

// badges is the state of the badges.
type badges struct {
	// Defaults are compared with the settings. New sets session.Default.
	Defaults session.Settings
	Badges   []Badge          // in the last Build; valid until the next one
	standard session.Settings // memory for defaultOf
}

// defaultOf returns settings with one setting at its default. The result is valid until the next
// call. Defaults of threshold and variant depend on each other.
func (k *kit) defaultOf(r setting, s *session.Settings) *session.Settings {
	d := &k.standard
	switch r.Name {
	default:
		return &k.Defaults
	case thresholdSetting.Name:
		*d = k.Defaults
		if d.Threshold = s.DefaultThreshold(); s.Auto {
			d.Threshold = s.Threshold // any threshold that the player chooses
		}
	case variantSetting.Name:
		*d = *s
		d.Params = s.Switched(k.Defaults.Variant, k.Defaults.Operator)
	}
	return d
}

// isDefault reports whether a setting has its default value.
func (k *kit) isDefault(r setting, s *session.Settings) bool {
	d := k.defaultOf(r, s)
	return r.Same(s, d) && (r.Name != variantSetting.Name || d.Operator == s.Operator)
}

// reset gives a setting its default value.
func (k *kit) reset(r setting, s *session.Settings) {
	d := k.defaultOf(r, s)
	if r.Name == variantSetting.Name {
		s.Params = d.Params
		return
	}
	r.Copy(s, d)
	s.Params = s.Limited()
}

// badge shows the badge and name of a setting that differs from its default.
func (k *kit) badge(r setting, settings *session.Settings) {
	s := k.scale
	start := imgui.CursorScreenPos()
	size := imgui.CalcTextSize(r.Title)
	const before = 8
	if k.tips.reason != "" { // a disabled setting can be reset, too
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

// valueText returns the value of a setting as its widget shows it.
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
	case r.Name == "bounds":
		return strconv.Itoa(max(s.Bounds.Classes(), 1))
	case r.Name == thresholdSetting.Name || r.Name == "low":
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
