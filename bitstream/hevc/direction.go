package hevc

import "fmt"

// angles has intraPredAngle of the directions from 2 to 34 (table 8-5).
var angles = [35]int8{
	2: 32, 26, 21, 17, 13, 9, 5, 2, 0, -2, -5, -9, -13, -17, -21, -26,
	18: -32, -26, -21, -17, -13, -9, -5, -2, 0, 2, 5, 9, 13, 17, 21, 26, 32,
}

// Direction returns where intra prediction with a direction from 0 to 34 takes a sample from: a step to
// the left or up, in units of 1/32 sample to the right and down (clause 8.4.4.2.6). Both are 0 for planar
// and DC prediction.
func Direction(mode uint8) (dx, dy int8) {
	switch {
	case mode <= dc || int(mode) >= len(angles):
		return 0, 0
	case mode < 18: // horizontal
		return -32, angles[mode]
	}
	return angles[mode], -32
}

// modeNames has the names of the directions (table 8-1).
var modeNames = func() (names [len(angles)]string) {
	names[planar], names[dc] = "INTRA_PLANAR", "INTRA_DC"
	for mode := dc + 1; mode < len(names); mode++ {
		names[mode] = fmt.Sprintf("INTRA_ANGULAR%d", mode)
	}
	return names
}()

// ModeName returns the standard's name of a mode of intra prediction from 0 to 34, "" for others.
func ModeName(mode uint8) string {
	if int(mode) >= len(modeNames) {
		return ""
	}
	return modeNames[mode]
}
