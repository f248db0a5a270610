package panel

import "ffkvadrat/player/session"

// shown has three lists for the display of the picture, with the current values and their reasons.
func (f *videoTab) shown(status *Status, settings *session.Settings) {
	f.section("Colour")
	a, w := &status.Account, &f.w
	f.beginUnused(unless(!a.Fixed, "the picture is RGB already"))
	w.Matrix = f.among(matrixSetting, a.Matrix, settings, w.Matrices[:])
	w.Range = f.among(rangeSetting, a.Range, settings, w.Ranges[:])
	f.endUnused()
	w.Transfer = f.among(transferSetting, a.Transfer, settings, w.Transfers[:])
	f.amount(brightnessSetting, brightnessSetting.Low, settings, &w.Brightness, &w.BrightnessTyped)
	f.amount(contrastSetting, contrastSetting.Low, settings, &w.Contrast, &w.ContrastTyped)
	if a.Light != "" {
		writePair("Tone-mapped", a.Light)
	}
	if a.Gamut != "" {
		writePair("Gamut", a.Gamut)
	}
}
