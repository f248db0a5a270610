package yuv

import "math"

// gamut is a set of primaries with D65 as white.
type gamut uint8

const (
	bt709     gamut = iota // ITU-R BT.709-6, 1.2; the display's
	bt2020                 // ITU-R BT.2020-2, table 3; BT.2100's too
	displayP3              // SMPTE EG 432-1
)

var gamutNames = [...]string{bt709: "BT.709", bt2020: "BT.2020", displayP3: "P3"}

// chromaticities are x and y of red, green and blue.
var chromaticities = [...][3][2]float64{
	bt709:     {{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}},
	bt2020:    {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}},
	displayP3: {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}},
}

// d65 is x and y of white.
var d65 = [2]float64{0.3127, 0.3290}

type matrix3 [3][3]float64

// toXYZ returns the matrix that converts light of the primaries to XYZ: SMPTE RP 177.
func (g gamut) toXYZ() matrix3 {
	var m matrix3
	for i, c := range chromaticities[g] {
		for j, v := range xyz(c) {
			m[j][i] = v
		}
	}
	sums := m.inverse().times(xyz(d65))
	for i := range m {
		for j := range m[i] {
			m[i][j] *= sums[j]
		}
	}
	return m
}

// xyz returns the colour of luminance 1 at a chromaticity.
func xyz(c [2]float64) [3]float64 { return [3]float64{c[0] / c[1], 1, (1 - c[0] - c[1]) / c[1]} }

func (m matrix3) times(v [3]float64) (out [3]float64) {
	for i, row := range m {
		out[i] = float64(row[0]*v[0]) + float64(row[1]*v[1]) + float64(row[2]*v[2])
	}
	return out
}

// inverse returns the adjugate divided by the determinant.
func (m matrix3) inverse() (out matrix3) {
	minor := func(i, j int) float64 {
		a, b, c, d := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
		return float64(m[a][c]*m[b][d]) - float64(m[a][d]*m[b][c])
	}
	det := float64(m[0][0]*minor(0, 0)) + float64(m[0][1]*minor(0, 1)) + float64(m[0][2]*minor(0, 2))
	for i := range out {
		for j := range out[i] {
			out[j][i] = minor(i, j) / det
		}
	}
	return out
}

// gamutShift is the binary point of the integers of rows709. A row's positive
// entries add up to less than 1.7 and light is below 2^16, so 32 bits hold
// every sum.
const gamutShift = 14

// rows709 returns the integer matrix that converts light of the primaries to light of BT.709's. The
// diagonal absorbs the rounding: each row adds up to 1, so that gray stays gray.
func (g gamut) rows709() (rows [3][3]int32) {
	back := bt709.toXYZ().inverse()
	from := g.toXYZ()
	for i := range rows {
		rows[i][i] = 1 << gamutShift
		for j := range rows {
			if j == i {
				continue
			}
			v := float64(back[i][0]*from[0][j]) + float64(back[i][1]*from[1][j]) + float64(back[i][2]*from[2][j])
			rows[i][j] = int32(math.Round(v * (1 << gamutShift)))
			rows[i][i] -= rows[i][j]
		}
	}
	return rows
}
