package cli

import "ffkvadrat/yuv"

// display is the part of the arguments that says how pictures are shown. It
// changes no quad.
type display struct {
	Matrix   string `default:"tagged" enum:"tagged,bt601,bt709,bt2020" help:"Matrix from YUV to RGB, for the display: ${enum}."`
	Range    string `default:"tagged" enum:"tagged,limited,full" help:"Range of the code values, for the display: ${enum}."`
	Transfer string `default:"tagged" enum:"tagged,sdr,pq,hlg" help:"Kind of the curve from code values to light, for the display: ${enum}; pq and hlg are tone-mapped."`
}

// choice is what the arguments say.
func (d display) choice() (yuv.Choice, error) {
	return yuv.ParseChoice(d.Matrix, d.Range, d.Transfer)
}
