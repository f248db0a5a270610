package yuv

// paintRow8 does [Converter.Paint] for a row of 8-bit YUV whose code values are shown unchanged. It
// computes chroma terms once for all pixels that a sample covers.
func (v Converter) paintRow8(out []byte, rows *[3]samples, width, subX int) {
	const half = 1 << (gainShift - 1)
	luma, lumaStep := rows[0].data, rows[0].step
	u, uStep, w, wStep := rows[1].data, rows[1].step, rows[2].data, rows[2].step
	for x := 0; x < width; {
		i := x >> subX
		cu, cv := int32(u[i*uStep])-v.Mid, int32(w[i*wStep])-v.Mid
		r, g, b := v.VtoR*cv+half, v.UtoG*cu+v.VtoG*cv+half, v.UtoB*cu+half
		for end := min((i+1)<<subX, width); x < end; x++ {
			y := v.Gain * (int32(luma[x*lumaStep]) - v.Black)
			pixel := out[4*x : 4*x+4 : 4*x+4]
			pixel[0], pixel[1], pixel[2], pixel[3] = clamp8((y+r)>>gainShift), clamp8((y+g)>>gainShift), clamp8((y+b)>>gainShift), 255
		}
	}
}

func clamp8(n int32) byte {
	if uint32(n) > 255 {
		n = ^(n >> 31) // all bits if too large, none if negative: branch-free
	}
	return byte(n)
}
