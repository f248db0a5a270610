package yuv

// gainShift14 is the binary point of a [Converter14]'s gains. Its largest sum is 16383 · (255/219·(1 −
// 16/255) + 255/224 · 1.8814 / 2) · 2^15 < 2^31; with 16-bit samples the gains' rounding errors, at
// most 2^−16, add up to two steps.
const gainShift14 = 15

// Converter14 is a [Converter] to RGB of 14 bits, 0 to 16383, for YUV and gray
// pictures. Its formula has 16383 in place of 255 and a binary point of 15.
type Converter14 Converter

// NewConverter14 derives the gains like [NewConverter].
func NewConverter14(f Format, c Colour, width, height int) Converter14 {
	return Converter14(newConverter(f, c, width, height, 1<<14-1, gainShift14))
}

// RGB14 converts one pixel's samples. For a gray picture u and v must be the middle of the scale, which
// adds nothing.
func (v *Converter14) RGB14(y, u, w int) [3]uint16 {
	r, g, b := v.Values(y, u, w)
	return [3]uint16{r, g, b}
}

// Values is RGB14 with results that stay in registers.
func (v *Converter14) Values(y, u, w int) (r, g, b uint16) {
	luma := v.Gain * (int32(y) - v.Black)
	cu, cv := int32(u)-v.Mid, int32(w)-v.Mid
	return to14(luma + v.VtoR*cv), to14(luma + v.UtoG*cu + v.VtoG*cv), to14(luma + v.UtoB*cu)
}

func to14(scaled int32) uint16 {
	return uint16(min(max((scaled+1<<(gainShift14-1))>>gainShift14, 0), 1<<14-1))
}
