package distortion

import (
	"encoding/binary"

	"ffkvadrat/yuv"
)

// Area is the distortion of the samples of one plane in a square of pixels.
type Area struct {
	// Distortion is that of a picture of these samples. It has no SSIM if its windows in the plane,
	// which begin at multiples of 4 samples, are not those of such a picture. Pixels is the number of samples, 0 if the plane has none there.
	Distortion
	Sum int64 // of the differences, the second picture's samples less the first's
}

// Mean returns the mean difference in millionths, rounded to nearest, halves away from zero; 0 without
// samples.
func (a *Area) Mean() int64 {
	const millionths = 1_000_000
	n := int64(a.Pixels)
	if n == 0 {
		return 0
	}
	sum, sign := a.Sum, int64(1)
	if sum < 0 {
		sum, sign = -sum, -1
	}
	return sign * (sum/n*millionths + (2*millionths*(sum%n)+n)/(2*n))
}

// Areas compares all planes of two pictures, and then any squares of them. One goroutine at a time may
// use it; it allocates only when pictures grow. The zero value is ready.
type Areas struct {
	meter  Meter
	planes [3]keeper
}

// keeper has what a plane's squares are summed up from: sums over the blocks of 4×4 samples, the
// similarity of the window whose lower right block each is, and the samples for smaller squares.
type keeper struct {
	first, second side
	subX, subY    int // as in [yuv.Format]; 0 for planes with a sample for each pixel
	across        int // blocks in a row
	blocks        []blockErrors
	windows       []float32
}

// blockErrors are sums over 4×4 samples.
type blockErrors struct{ squares, sum int64 }

// Planes does the same as [Meter.Planes]. The pictures must not change until the last call of Square.
func (a *Areas) Planes(p, q *yuv.Picture) (planes Planes) {
	planes.Count = planeCount(p)
	for i := range planes.Count {
		planes.Of[i] = a.Plane(p, q, i)
	}
	return planes
}

// Plane compares one plane of two pictures, for Square of that plane.
func (a *Areas) Plane(p, q *yuv.Picture, i int) Distortion {
	k := &a.planes[i]
	k.subX, k.subY = 0, 0
	if i > 0 && p.Format.Model == yuv.YUV {
		k.subX, k.subY = p.Format.SubX, p.Format.SubY
	}
	k.first, k.second = sideOf(p, i), sideOf(q, i)
	return a.meter.plane(k.first, k.second, k)
}

// Of does the same as [Meter.Of]; Square's plane 0 is then luma, and there is no other.
func (a *Areas) Of(p, q *yuv.Picture) Distortion {
	k := &a.planes[0]
	k.subX, k.subY = 0, 0
	k.first, k.second = side{&p.Luma, p.Format, p.LumaShift}, side{&q.Luma, q.Format, q.LumaShift}
	return a.meter.plane(k.first, k.second, k)
}

// begin allocates memory for a plane of across × down blocks.
func (k *keeper) begin(across, down int) {
	n := across * down
	if cap(k.blocks) < n {
		k.blocks, k.windows = make([]blockErrors, n), make([]float32, n)
	}
	k.across, k.blocks, k.windows = across, k.blocks[:n], k.windows[:n]
}

// keep takes a row of blocks, and returns where the similarities of the windows go that end with
// each.
func (k *keeper) keep(row int, blocks []block) (windows []float32) {
	at := row * k.across
	to := k.blocks[at:][:len(blocks)]
	for i := range to {
		s := &blocks[i]
		to[i] = blockErrors{s.squares - 2*s.products, s.b - s.a}
	}
	return k.windows[at:][:len(blocks)]
}

// Square returns the distortion of the samples of a plane in a square of the last pictures, from pixel
// (x, y), which must be inside; what is past the picture's end does not count. Its side is a power of two; x and y are
// multiples of it. A sample belongs to the square that has the first pixel that it covers: so squares that fill the
// picture share all samples.
func (a *Areas) Square(plane, x, y, size int) (area Area) {
	k := &a.planes[plane]
	left, right := covered(x, size, k.subX)
	top, bottom := covered(y, size, k.subY)
	right, bottom = min(right, k.first.Width), min(bottom, k.first.Height)
	area.Pixels, area.Most = (right-left)*(bottom-top), k.first.format.MaxValue()
	if left%4 != 0 || right%4 != 0 || top%4 != 0 || bottom%4 != 0 {
		for y := top; y < bottom; y++ {
			for x := left; x < right; x++ {
				d := int64(k.second.at(x, y)) - int64(k.first.at(x, y))
				area.SSE, area.Sum = area.SSE+uint64(d*d), area.Sum+d
			}
		}
		return area
	}
	left, right, top, bottom = left/4, right/4, top/4, bottom/4
	windows := 0
	for y := top; y < bottom; y++ {
		for _, b := range k.blocks[y*k.across:][left:right] {
			area.SSE, area.Sum = area.SSE+uint64(b.squares), area.Sum+b.sum
		}
		if y == top || right-left < 2 {
			continue
		}
		line, single := 0.0, float32(0)
		for _, v := range k.windows[y*k.across:][left+1 : right] {
			line, single = line+float64(v), single+v
		}
		if k.first.format.Depth > 8 {
			line = float64(single) // as in Meter.plane
		}
		area.SSIM += line
		windows += right - left - 1
	}
	if windows > 0 {
		area.SSIM, area.HasSSIM = area.SSIM/float64(windows), true
	}
	return area
}

// covered returns the samples whose first pixel is one of size pixels from a position; each sample
// covers 2^sub pixels.
func covered(at, size, sub int) (from, to int) {
	round := 1<<sub - 1
	return (at + round) >> sub, (at + size + round) >> sub
}

// at returns a sample, at most the largest value.
func (s *side) at(x, y int) int {
	i := y*s.Stride + x*s.Step
	if s.format.SampleBytes() == 1 {
		return int(s.Data[i])
	}
	return min(int(binary.LittleEndian.Uint16(s.Data[i:])>>(s.shift&15)), s.format.MaxValue())
}
