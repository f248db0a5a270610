package widgets

import (
	"image"
	"strconv"

	"ffkvadrat/analysis"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
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
func (k *Kit) defaultOf(r Setting, s *session.Settings) *session.Settings {
	d := &k.standard
	switch r.Name {
	default:
		return &k.Defaults
	case "threshold":
		*d = k.Defaults
		if d.Threshold = s.DefaultThreshold(); s.Auto {
			d.Threshold = s.Threshold // any threshold that the player chooses
		}
	case "variant":
		*d = *s
		d.Params = s.Switched(k.Defaults.Variant, k.Defaults.Operator)
	}
	return d
}

// IsDefault reports whether a setting has its default value.
func (k *Kit) IsDefault(r Setting, s *session.Settings) bool {
	d := k.defaultOf(r, s)
	return r.Same(s, d) && (r.Name != "variant" || d.Operator == s.Operator)
}

// found reports whether the default of a setting is the threshold that the player finds.
func (k *Kit) found(r Setting, s *session.Settings) bool {
	return r.Name == "threshold" && k.Defaults.Auto && !s.Nearness()
}

// reset gives a setting its default value.
func (k *Kit) reset(r Setting, s *session.Settings) {
	d := k.defaultOf(r, s)
	switch {
	case r.Name == "variant":
		s.Params = d.Params
		return
	case k.found(r, s):
		k.Do(command.Do(command.FindThreshold))
		return
	}
	r.Copy(s, d)
	s.Params = s.Limited()
}

// badge shows the badge and name of a setting that differs from its default.
func (k *Kit) badge(r Setting, settings *session.Settings) {
	s := k.Scale
	start := imgui.CursorScreenPos()
	size := imgui.CalcTextSize(r.Title)
	const before = 14
	if k.tips.reason != "" { // a disabled setting can be reset, too
		imgui.EndDisabled()
		defer imgui.BeginDisabled(true)
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X-before*s, start.Y))
	if imgui.InvisibleButton(r.mark, imgui.NewVec2(size.X+before*s, imgui.FrameHeight())) {
		k.reset(r, settings)
	}
	place := Item()
	k.Badges = append(k.Badges, Badge{r.Name, place})
	if k.TipDue() {
		k.ShowTip(k.restores(r, settings) + k.Explained[r.Name])
	}
	ink := k.Bright
	if imgui.IsItemHovered() {
		ink = k.Stronger
	}
	draw := imgui.WindowDrawList()
	middle := float32(place.Min.Y+place.Max.Y) / 2
	k.drawTurn(draw, start.X-7*s, middle, 3.2*s, 1.4*s, Packed(k.Stronger))
	draw.AddText(imgui.NewVec2(start.X, middle-size.Y/2), Packed(ink), r.Title)
}

// restores returns what a click on the badge does, the first line of its tooltip.
func (k *Kit) restores(r Setting, settings *session.Settings) string {
	standard := ValueText(r, k.defaultOf(r, settings))
	switch {
	case k.found(r, settings):
		standard = "Auto"
	case r.Truth(settings) != nil:
		return "Changed: click to switch it " + standard + " again, the default.\n"
	}
	return "Changed: click to restore " + standard + ".\n"
}

// ValueText returns the value of a setting as its widget shows it.
func ValueText(r Setting, s *session.Settings) string {
	switch {
	case r.Name == "variant":
		return MethodName(s.Params)
	case r.Words != nil:
		return ChosenWord(r, s)
	case r.Truth(s) != nil:
		if *r.Truth(s) {
			return "on"
		}
		return "off"
	case r.Name == "bounds":
		return strconv.Itoa(max(s.Bounds.Classes(), 1))
	case r.Name == "threshold" || r.Name == "low":
		return strconv.FormatFloat(r.Number(s), 'f', 4, 64)
	case r.Name == "wanted":
		return quantity.Count(int64(s.Wanted), s.Variant.Thing())
	case r.Unit == "%":
		return strconv.FormatFloat(100*r.Number(s), 'f', 0, 64) + r.Suffix
	case r.Number(s) == 0 && r.Name == "only_size":
		return "all sizes"
	case r.Number(s) == 0:
		return "no limit"
	}
	return strconv.FormatFloat(r.Number(s), 'f', -1, 64) + r.Suffix
}

// MethodName is the panel's name of the method that parameters select.
func MethodName(p analysis.Params) string {
	switch {
	case !p.Variant.Discriminates():
		return p.Variant.Title()
	case p.Variant == analysis.Points:
		return p.Operator.Title() + ", points"
	}
	return p.Operator.Title()
}
