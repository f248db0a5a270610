package rawvideo

// format says where the samples of a pixel format are.
type format struct {
	name string
	// bytes of a sample: 1, or 2 with the high byte last, or first if big is set.
	bytes int
	big   bool
	// depth is the number of bits of a sample; shift is the number of zeros below them.
	depth, shift int
	planes       []plane
	// alike: the length cannot tell this format from those of the same size that come before it.
	alike bool
}

// plane is a plane of a pixel format.
type plane struct {
	// across and down are the logarithms of how many pixels a group of samples has.
	across, down int
	// left has the distance in bytes from each byte of a group to the same byte of the sample of its kind to its left, in
	// the group before or in this one.
	left []int
	// chroma tells which bytes of a group are of chroma samples.
	chroma []bool
}

// group returns a plane's group: n samples of some bytes, each of another kind.
func group(n, bytes, across, down int, chroma bool) plane {
	p := plane{across, down, make([]int, n*bytes), make([]bool, n*bytes)}
	for i := range p.left {
		p.left[i], p.chroma[i] = n*bytes, chroma
	}
	return p
}

// planar returns the planes of luma and of two chroma planes.
func planar(bytes, across, down int) []plane {
	chroma := group(1, bytes, across, down, true)
	return []plane{group(1, bytes, 0, 0, false), chroma, chroma}
}

// mixed returns a plane of luma, and one of both kinds of chroma.
func mixed(bytes int) []plane {
	return []plane{group(1, bytes, 0, 0, false), group(2, bytes, 1, 1, true)}
}

// equal returns planes of the whole size.
func equal(planes, bytes int) (all []plane) {
	for range planes {
		all = append(all, group(1, bytes, 0, 0, false))
	}
	return all
}

// known are the pixel formats that a file's content can show, the likely ones first. Where several fit as well, the first one
// counts: nv12 is like nv21, and rgb24 like bgr24.
var known = func() []format {
	list := []format{
		{name: "yuv420p", bytes: 1, depth: 8, planes: planar(1, 1, 1)},
		{name: "yuv420p10le", bytes: 2, depth: 10, planes: planar(2, 1, 1)},
		{name: "nv12", bytes: 1, depth: 8, planes: mixed(1), alike: true},
		{name: "p010le", bytes: 2, depth: 10, shift: 6, planes: mixed(2), alike: true},
		{name: "yuv422p", bytes: 1, depth: 8, planes: planar(1, 1, 0)},
		{name: "yuv444p", bytes: 1, depth: 8, planes: planar(1, 0, 0)},
		{name: "yuv422p10le", bytes: 2, depth: 10, planes: planar(2, 1, 0)},
		{name: "yuv444p10le", bytes: 2, depth: 10, planes: planar(2, 0, 0)},
		{name: "gray", bytes: 1, depth: 8, planes: equal(1, 1)},
		{name: "rgba", bytes: 1, depth: 8, planes: []plane{group(4, 1, 0, 0, false)}},
		{name: "gray10le", bytes: 2, depth: 10, planes: equal(1, 2), alike: true},
		{name: "gray16le", bytes: 2, depth: 16, planes: equal(1, 2), alike: true},
		{name: "rgb24", bytes: 1, depth: 8, planes: []plane{group(3, 1, 0, 0, false)}, alike: true},
		{name: "bgr24", bytes: 1, depth: 8, planes: []plane{group(3, 1, 0, 0, false)}, alike: true},
		{name: "bgra", bytes: 1, depth: 8, planes: []plane{group(4, 1, 0, 0, false)}, alike: true},
		{name: "gbrp", bytes: 1, depth: 8, planes: equal(3, 1), alike: true},
		{name: "nv21", bytes: 1, depth: 8, planes: mixed(1), alike: true},
		{name: "yuyv422", bytes: 1, depth: 8, planes: []plane{{1, 0, []int{2, 4, 2, 4}, []bool{false, true, false, true}}}, alike: true},
		{name: "uyvy422", bytes: 1, depth: 8, planes: []plane{{1, 0, []int{4, 2, 4, 2}, []bool{true, false, true, false}}}, alike: true},
		{name: "yuv420p12le", bytes: 2, depth: 12, planes: planar(2, 1, 1), alike: true},
		{name: "yuv422p12le", bytes: 2, depth: 12, planes: planar(2, 1, 0), alike: true},
		{name: "yuv444p12le", bytes: 2, depth: 12, planes: planar(2, 0, 0), alike: true},
		{name: "yuv420p16le", bytes: 2, depth: 16, planes: planar(2, 1, 1), alike: true},
		{name: "yuv411p", bytes: 1, depth: 8, planes: planar(1, 2, 0), alike: true},
	}
	for _, f := range list { // as what is seldom, after all others
		if f.bytes == 2 {
			f.name, f.big, f.alike = f.name[:len(f.name)-2]+"be", true, true
			list = append(list, f)
		}
	}
	return list
}()

// PixelFormats returns the names of the pixel formats that Rank knows, the likely ones first.
func PixelFormats() (names []string) {
	for i := range known {
		names = append(names, known[i].name)
	}
	return names
}

// stride returns the bytes of a row of a plane, and rows their number.
func (p *plane) stride(width int) int { return ceil(width, p.across) * len(p.left) }
func (p *plane) rows(height int) int  { return ceil(height, p.down) }

// ceil divides by a power of two and rounds up.
func ceil(n, log2 int) int { return (n + 1<<log2 - 1) >> log2 }

// FrameBytes returns the bytes of a frame of a format that Rank knows, 0 for others.
func FrameBytes(l Layout) (n int64) {
	for i := range known {
		if known[i].name == l.PixelFormat {
			for j := range known[i].planes {
				n += known[i].planes[j].bytes(l.Width, l.Height)
			}
		}
	}
	return n
}
