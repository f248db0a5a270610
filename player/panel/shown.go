package panel

import (
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// shown has what changes the picture: its colours, with the current values and their reasons, and folded what
// the decoder makes of it.
func (f *videoTab) shown(status *Status, settings *session.Settings) {
	f.Section("Picture")
	a, w := &status.Account, &f.w
	f.BeginUnused(widgets.Unless(!a.Fixed, "the picture is RGB already"))
	w.Matrix = f.NamedList(matrixSetting, a.Matrix, settings, w.Matrices[:])
	w.Range = f.NamedList(rangeSetting, a.Range, settings, w.Ranges[:])
	f.EndUnused()
	w.Transfer = f.NamedList(transferSetting, a.Transfer, settings, w.Transfers[:])
	f.BeginUnused(widgets.Unless(settings.View == views.Video, "only the view Picture has it"))
	f.NamedSlider(brightnessSetting, brightnessSetting.Low, settings, &w.Brightness, &w.BrightnessTyped)
	f.NamedSlider(contrastSetting, contrastSetting.Low, settings, &w.Contrast, &w.ContrastTyped)
	f.EndUnused()
	if a.Light != "" {
		f.WritePair("Tone-mapped", a.Light)
	}
	if a.Gamut != "" {
		f.WritePair("Gamut", a.Gamut)
	}
	changed := !f.IsDefault(fieldsSetting, settings) || !f.IsDefault(grainSetting, settings)
	f.coding = f.coding || f.LooksFor(fieldsSetting.Name) || f.LooksFor(grainSetting.Name)
	w.Coding = f.Fold("Fields and film grain", "Which fields of interlaced frames are shown, and whether the decoder adds film grain.", changed && !f.coding, &f.coding, 0)
	if !f.coding {
		return
	}
	f.BeginUnused(widgets.Unless(!f.facts.Live, "a live source continues as it was opened"))
	f.NamedList(fieldsSetting, widgets.ChosenWord(fieldsSetting, settings), settings, w.Fields[:])
	f.NamedList(grainSetting, widgets.ChosenWord(grainSetting, settings), settings, w.Grain[:])
	f.EndUnused()
}
