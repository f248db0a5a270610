package panel

import (
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// shown has three lists for the display of the picture, with the current values and their reasons.
func (f *videoTab) shown(status *Status, settings *session.Settings) {
	f.Section("Picture")
	f.BeginUnused(widgets.Unless(!f.facts.Live, "a live source continues as it was opened"))
	f.NamedList(fieldsSetting, widgets.ChosenWord(fieldsSetting, settings), settings, f.w.Fields[:])
	f.NamedList(grainSetting, widgets.ChosenWord(grainSetting, settings), settings, f.w.Grain[:])
	f.EndUnused()
	f.Section("Colour")
	a, w := &status.Account, &f.w
	f.BeginUnused(widgets.Unless(!a.Fixed, "the picture is RGB already"))
	w.Matrix = f.NamedList(matrixSetting, a.Matrix, settings, w.Matrices[:])
	w.Range = f.NamedList(rangeSetting, a.Range, settings, w.Ranges[:])
	f.EndUnused()
	w.Transfer = f.NamedList(transferSetting, a.Transfer, settings, w.Transfers[:])
	f.BeginUnused(widgets.Unless(settings.View == views.Video, "only the view Video has it"))
	f.NamedSlider(brightnessSetting, brightnessSetting.Low, settings, &w.Brightness, &w.BrightnessTyped)
	f.NamedSlider(contrastSetting, contrastSetting.Low, settings, &w.Contrast, &w.ContrastTyped)
	f.EndUnused()
	if a.Light != "" {
		f.WritePair("Tone-mapped", a.Light)
	}
	if a.Gamut != "" {
		f.WritePair("Gamut", a.Gamut)
	}
}
