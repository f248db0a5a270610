package av1

import (
	"math/bits"
	"slices"
)

// paletteModes reads palette_mode_info.
func (t *modes) paletteModes() {
	b := t.b
	size := int(blockLog2[b.Size][0]+blockLog2[b.Size][1]) - 2
	if b.Mode == DCPred {
		context := 0
		if t.above != nil && t.above.PaletteY > 0 {
			context++
		}
		if t.left != nil && t.left.PaletteY > 0 {
			context++
		}
		if t.flag(cdfPaletteYMode + 3*size + context) {
			b.PaletteY = uint8(t.symbol(cdfPaletteYSize+2*size, 7) + 2)
			t.paletteColors(0, int(b.PaletteY))
		}
	}
	if b.Chroma && b.UVMode == DCPred {
		context := 0
		if b.PaletteY > 0 {
			context = 1
		}
		if t.flag(cdfPaletteUVMode + context) {
			b.PaletteUV = uint8(t.symbol(cdfPaletteUVSize+2*size, 7) + 2)
			t.paletteColors(1, int(b.PaletteUV))
			t.paletteColorsV(int(b.PaletteUV))
		}
	}
}

// paletteColors reads palette_colors_y or palette_colors_u.
func (t *modes) paletteColors(plane, n int) {
	depth := int(t.s.BitDepth)
	colors := &t.colors[plane]
	var cache [16]uint16
	i := 0
	for _, color := range cache[:t.paletteCache(plane, &cache)] {
		if i == n {
			break
		}
		if t.literal(1) == 1 {
			colors[i] = color
			i++
		}
	}
	if i < n {
		colors[i] = uint16(t.literal(depth))
		i++
	}
	if i < n {
		width := depth - 3 + t.literal(2)
		least := 1 - plane // of the difference
		for ; i < n; i++ {
			delta := t.literal(width) + least
			color := min(int(colors[i-1])+delta, 1<<depth-1)
			colors[i] = uint16(color)
			width = min(width, bits.Len(uint(max(1<<depth-color-least-1, 0))))
		}
	}
	slices.Sort(colors[:n])
}

// paletteColorsV reads palette_colors_v.
func (t *modes) paletteColorsV(n int) {
	depth := int(t.s.BitDepth)
	if t.literal(1) == 0 {
		for range n {
			t.literal(depth)
		}
		return
	}
	width := depth - 4 + t.literal(2)
	t.literal(depth)
	for range n - 1 {
		if t.literal(width) != 0 {
			t.literal(1) // palette_delta_sign_bit_v
		}
	}
}

// paletteCache is get_palette_cache: the colours of the palettes above and to the left, in order.
func (t *modes) paletteCache(plane int, cache *[16]uint16) (n int) {
	size := func(b *Block) int {
		switch {
		case b == nil:
			return 0
		case plane == 0:
			return int(b.PaletteY)
		}
		return int(b.PaletteUV)
	}
	var above, left []uint16
	if 4*t.row%64 != 0 {
		above = t.aboveColors[plane][t.col][:size(t.above)]
	}
	left = t.leftColors[plane][t.row&31][:size(t.left)]
	for len(above) > 0 || len(left) > 0 {
		var color uint16
		if len(left) == 0 || len(above) > 0 && above[0] <= left[0] {
			color, above = above[0], above[1:]
		} else {
			color, left = left[0], left[1:]
		}
		if n == 0 || color != cache[n-1] {
			cache[n] = color
			n++
		}
	}
	return n
}

// storePalettes keeps the block's palettes for those below and to the right.
func (t *modes) storePalettes() {
	for plane, n := range [2]uint8{t.b.PaletteY, t.b.PaletteUV} {
		if n == 0 {
			continue
		}
		for i := range t.w4 {
			t.aboveColors[plane][t.col+i] = t.colors[plane]
		}
		for i := range t.h4 {
			t.leftColors[plane][t.row&31+i] = t.colors[plane]
		}
	}
}

// paletteTokens reads palette_tokens.
func (t *modes) paletteTokens() {
	b := t.b
	if b.PaletteY == 0 && b.PaletteUV == 0 {
		return
	}
	width, height := min(4*t.w4, 4*(t.h.miCols-t.col)), min(4*t.h4, 4*(t.h.miRows-t.row))
	if b.PaletteY > 0 {
		t.colorIndices(width, height, int(b.PaletteY), &paletteCDFs[0])
	}
	if b.PaletteUV > 0 {
		width, height = width>>t.s.SubX, height>>t.s.SubY
		if b.Size.Width()>>t.s.SubX < 4 {
			width += 2
		}
		if b.Size.Height()>>t.s.SubY < 4 {
			height += 2
		}
		t.colorIndices(width, height, int(b.PaletteUV), &paletteCDFs[1])
	}
}

// paletteCDFs are the tables of palette_color_idx_y and palette_color_idx_uv for each number of colours.
var paletteCDFs = [2][9]int{
	{2: cdfPaletteY2, cdfPaletteY3, cdfPaletteY4, cdfPaletteY5, cdfPaletteY6, cdfPaletteY7, cdfPaletteY8},
	{2: cdfPaletteUV2, cdfPaletteUV3, cdfPaletteUV4, cdfPaletteUV5, cdfPaletteUV6, cdfPaletteUV7, cdfPaletteUV8},
}

// colorIndices reads the colours of a plane's samples, in diagonals; there are n colours.
func (t *modes) colorIndices(width, height, n int, cdfs *[9]int) {
	const stride = 64
	t.colorMap[0] = uint8(t.uniform(n))
	at, words := cdfs[n], (n+3)/4
	for i := 1; i < height+width-1; i++ {
		for x := min(i, width-1); x >= max(0, i-height+1); x-- {
			y := i - x
			order, context := t.colorOrder(y*stride+x, x > 0, y > 0)
			index := 0
			switch {
			case n == 2:
				index = t.bit(at + context)
			case n <= 4:
				index = t.symbol4(at+context, n)
			default:
				index = t.symbol(at+context*words, n)
			}
			t.colorMap[y*stride+x] = order[index]
		}
	}
}

// colorOrder is get_palette_color_context: the colours by their scores, and the context of the index.
func (t *modes) colorOrder(at int, hasLeft, hasAbove bool) (order [8]uint8, context int) {
	var colors [3]uint8
	var scores [3]int
	found := 0
	score := func(color uint8, by int) {
		for i := range found {
			if colors[i] == color {
				scores[i] += by
				return
			}
		}
		colors[found], scores[found] = color, by
		found++
	}
	if hasLeft {
		score(t.colorMap[at-1], 2)
	}
	if hasLeft && hasAbove {
		score(t.colorMap[at-64-1], 1)
	}
	if hasAbove {
		score(t.colorMap[at-64], 2)
	}
	for i := 1; i < found; i++ { // by score, then by colour
		for j := i; j > 0 && (scores[j] > scores[j-1] || scores[j] == scores[j-1] && colors[j] < colors[j-1]); j-- {
			scores[j], scores[j-1] = scores[j-1], scores[j]
			colors[j], colors[j-1] = colors[j-1], colors[j]
		}
	}
	used := 0
	for i := range found {
		order[i] = colors[i]
		used |= 1 << colors[i]
	}
	for color, i := 0, found; i < 8; color++ {
		if used>>color&1 == 0 {
			order[i] = uint8(color)
			i++
		}
	}
	hash := scores[0] + 2*scores[1] + 2*scores[2]
	return order, [9]int{2: 0, 5: 4, 6: 3, 7: 2, 8: 1}[hash]
}
