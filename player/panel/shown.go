package panel

import "ffkvadrat/player/session"

// shown is how the picture is shown: three lists with the current value and its
// reason, from which the user can choose others.
func (p *Panel) shown(status *Status, settings *session.Settings) {
	p.section("Colour")
	a, w := &status.Account, &p.Widgets
	p.beginUnused(unless(!a.Fixed, "the picture is RGB already"))
	w.Matrix = p.among(matrixSetting, a.Matrix, settings, w.Matrices[:])
	w.Range = p.among(rangeSetting, a.Range, settings, w.Ranges[:])
	p.endUnused()
	w.Transfer = p.among(transferSetting, a.Transfer, settings, w.Transfers[:])
	p.amount(brightnessSetting, brightnessSetting.Low, settings, &w.Brightness, &w.BrightnessTyped)
	p.amount(contrastSetting, contrastSetting.Low, settings, &w.Contrast, &w.ContrastTyped)
	if a.Light != "" {
		p.pair("Tone-mapped", a.Light)
	}
	if a.Gamut != "" {
		p.pair("Gamut", a.Gamut)
	}
}
