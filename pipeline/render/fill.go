package render

// filler gives colours to transparent pixels. Encoders blur them with their neighbours, in shared
// chroma samples and by compression: lines would take on the black of transparent pixels next to
// them.
type filler struct {
	wide, high int       // size of a block, the pixels that share a chroma sample
	row        [][4]byte // a colour for each block; the last byte says whether there is one
}

// run fills the transparent pixels of a frame, of four bytes each: with the mean of the opaque
// pixels of their block, or else with the colour of the block on the left, of the first one in the
// row, or of the one above. Rows above all opaque pixels stay black.
func (f *filler) run(pixels []byte, stride, width, height int) {
	n := (width + f.wide - 1) / f.wide
	if len(f.row) != n {
		f.row = make([][4]byte, n)
	}
	clear(f.row)
	for top := 0; top < height; top += f.high {
		block := func(i int) (at, end, rows int) {
			return 4 * i * f.wide, 4 * min((i+1)*f.wide, width), min(top+f.high, height)
		}
		carried := [4]byte{}
		for i := range f.row {
			at, end, rows := block(i)
			sum := [4]int{}
			for y := top; y < rows; y++ {
				for x := y*stride + at; x < y*stride+end; x += 4 {
					a := int(pixels[x+3])
					sum[0] += a * int(pixels[x])
					sum[1] += a * int(pixels[x+1])
					sum[2] += a * int(pixels[x+2])
					sum[3] += a
				}
			}
			if a := sum[3]; a > 0 {
				mean := [4]byte{byte((sum[0] + a/2) / a), byte((sum[1] + a/2) / a), byte((sum[2] + a/2) / a), 1}
				if carried[3] == 0 { // the blocks on its left
					for k := range i {
						f.row[k] = mean
					}
				}
				carried = mean
			}
			if carried[3] != 0 {
				f.row[i] = carried
			}
		}
		for i, colour := range f.row {
			at, end, rows := block(i)
			for y := top; y < rows; y++ {
				for x := y*stride + at; x < y*stride+end; x += 4 {
					if pixels[x+3] == 0 {
						pixels[x], pixels[x+1], pixels[x+2] = colour[0], colour[1], colour[2]
					}
				}
			}
		}
	}
}
