package feature

import (
	"encoding/binary"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// bandHeight is the number of rows whose samples are unpacked at a time.
const bandHeight = 16

// samples are the code values of a band of a plane, 64 in each row. Each is repeated for all pixels
// that it covers horizontally.
type samples [bandHeight * tileSize]uint16

// plane describes the layout of a plane's samples.
type plane struct {
	yuv.Plane
	bytes  int // bytes a sample
	shift  int // of 2-byte samples
	most   int // the largest value; larger ones are clamped to it
	across int // log2 of the pixels that a sample covers horizontally
	down   int // and vertically
}

// source is a picture and the kind of its features.
type source struct {
	width, height int
	planes        [3]plane
	constant      bool // planes 1 and 2 are absent and count as the middle value
	middle        uint16

	channel.Coder
}

func newSource(p *yuv.Picture, space channel.Space) source {
	f := p.Format
	s := source{
		width: p.Width, height: p.Height,
		constant: f.Model == yuv.Gray, middle: 1 << (f.Depth - 1),
		Coder: channel.NewCoder(p, space),
	}
	for i := range s.planes {
		s.planes[i] = plane{Plane: p.Planes[i], bytes: f.SampleBytes(), shift: f.Shift, most: f.MaxValue()}
		if i > 0 && f.Model == yuv.YUV {
			s.planes[i].across, s.planes[i].down = f.SubX, f.SubY
		}
		if i > 0 && f.Model == yuv.Gray {
			s.planes[i].down = bandLevel
		}
	}
	return s
}

const bandLevel = 4

// load computes the features of the tile whose first pixel is (x, y) as the cells of level 0, and
// the mask of the pixels inside the picture.
func (c *cells) load(s *source, k *kernels, x, y int) {
	c.width, c.height = min(s.width-x, tileSize), min(s.height-y, tileSize)
	for first := 0; first < c.height; first += bandHeight {
		rows := min(c.height-first, bandHeight)
		for i := range s.planes {
			c.unpack(s, k, i, x, y+first, rows)
		}
		if s.Convert {
			k.convert(c, s, first, rows)
		} else {
			k.scale(c, s, first, rows)
		}
	}
}

// unpack copies the samples of a plane into samples, rows pixels high from row y
// on.
func (c *cells) unpack(s *source, k *kernels, i, x, y, rows int) {
	p := &s.planes[i]
	if i > 0 && s.constant {
		for x := range tileSize {
			c.samples[i][x] = s.middle
		}
		return
	}
	n := (rows + 1<<p.down - 1) >> p.down
	if c.width == tileSize && k.unpack(&c.samples[i], *p, x>>p.across, y>>p.down, n) {
		return
	}
	for r := range n {
		unpackRow(c.samples[i][r*tileSize:][:c.width], p, p.Row(y>>p.down+r, p.bytes)[x>>p.across*p.Step:])
	}
}

// unpackRow copies samples that begin at row into dst, each for all pixels that it
// covers.
func unpackRow(dst []uint16, p *plane, row []byte) {
	switch {
	case p.bytes == 1 && p.across == 0 && p.Step == 1:
		for x, v := range row[:len(dst)] {
			dst[x] = uint16(v)
		}
	case p.bytes == 1 && p.across == 1 && p.Step == 1:
		pairs := len(dst) / 2
		for x, v := range row[:pairs] {
			pair := dst[2*x : 2*x+2 : 2*x+2]
			pair[0], pair[1] = uint16(v), uint16(v)
		}
		if len(dst)%2 != 0 {
			dst[2*pairs] = uint16(row[pairs])
		}
	case p.bytes == 1:
		for x := range dst {
			dst[x] = uint16(row[x>>p.across*p.Step])
		}
	default:
		for x := range dst {
			dst[x] = min(binary.LittleEndian.Uint16(row[x>>p.across*p.Step:])>>p.shift, uint16(p.most))
		}
	}
}

// convertRows computes the features of a band's rows by conversion to RGB. The band has rows rows
// and begins at row first of the tile.
func convertRows(c *cells, s *source, first, rows int) {
	chroma := &s.planes[1]
	var r, g, b [tileSize]int32
	width := c.width
	for y := range rows {
		if y&(1<<chroma.down-1) == 0 {
			at := y >> chroma.down * tileSize
			u, v := c.samples[1][at:][:width], c.samples[2][at:][:width]
			r, g, b := r[:width], g[:width], b[:width]
			for x, u := range u {
				u, v := int32(u), int32(v[x])
				r[x] = s.VtoR*v + s.R
				g[x] = s.UtoG*u + s.VtoG*v + s.G
				b[x] = s.UtoB*u + s.B
			}
		}
		at := (first + y) * tileSize
		f0, f1, f2 := c.features[0][at:][:width], c.features[1][at:][:width], c.features[2][at:][:width]
		r, g, b := r[:width], g[:width], b[:width]
		for x, v := range c.samples[0][y*tileSize:][:width] {
			luma := s.Gain * int32(v)
			f0[x] = channel.Clamp((luma + r[x]) >> channel.Shift)
			f1[x] = channel.Clamp((luma + g[x]) >> channel.Shift)
			f2[x] = channel.Clamp((luma + b[x]) >> channel.Shift)
		}
	}
}

// scaleRows computes the features of a band's rows directly from the samples.
func scaleRows(c *cells, s *source, first, rows int) {
	for i := range s.planes {
		mask := 1<<s.planes[i].down - 1
		for y := range rows {
			at := (first + y) * tileSize
			dst := c.features[i][at:][:c.width]
			if y&mask != 0 {
				copy(dst, c.features[i][at-tileSize:])
				continue
			}
			for x, v := range c.samples[i][y>>s.planes[i].down*tileSize:][:c.width] {
				dst[x] = s.Scale(v)
			}
		}
	}
}
