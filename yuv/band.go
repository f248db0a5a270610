package yuv

// Band is a range of code values, both ends inclusive.
type Band struct{ Low, High int }

// Lacks reports whether a value is outside the band.
func (b Band) Lacks(v int) bool { return v < b.Low || v > b.High }

// LimitedBands returns the code values of luma and chroma in limited range: 16 to 235 and 16 to 240 at
// 8 bits (ITU-R BT.601-7, 2.5.3; BT.709-6, 3.4).
func (f Format) LimitedBands() (luma, chroma Band) {
	up := f.Depth - 8
	return Band{16 << up, 235 << up}, Band{16 << up, 240 << up}
}
