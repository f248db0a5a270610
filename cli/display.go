package cli

import "ffkvadrat/yuv"

// display has the flags of how pictures are displayed. They do not affect the quads.
type display struct {
	Matrix   string `default:"tagged" enum:"${matrix_words}" help:"${matrix_help}"`
	Range    string `default:"tagged" enum:"${range_words}" help:"${range_help}"`
	Transfer string `default:"tagged" enum:"${transfer_words}" help:"${transfer_help}"`
}

// choice returns the choice by the flags.
func (d display) choice() (yuv.Choice, error) {
	return yuv.ParseChoice(d.Matrix, d.Range, d.Transfer)
}
