package decode

import "bytes"

// isMonochrome reports whether extra data say that an H.264 stream has no colour. FFmpeg sets chroma to
// neutral; devices do not write it.
func isMonochrome(extra []byte) bool {
	for _, unit := range parameterSets(extra) {
		if len(unit) > 4 && unit[0]&31 == 7 {
			bits := bitReader{data: unit[4:]}
			switch unit[1] { // the profiles with a chroma format in the parameter set
			case 100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135:
				bits.exponential() // the ID of the parameter set
				if bits.exponential() == 0 {
					return true
				}
			}
		}
	}
	return false
}

// parameterSets returns the units of H.264's extra data, in either of its two forms.
func parameterSets(extra []byte) (units [][]byte) {
	if len(extra) < 7 || extra[0] != 1 {
		return bytes.Split(extra, []byte{0, 0, 1})
	}
	rest := extra[6:]
	for range extra[5] & 31 {
		if len(rest) < 2 {
			break
		}
		n := int(rest[0])<<8 | int(rest[1])
		n = min(n, len(rest)-2)
		units, rest = append(units, rest[2:2+n]), rest[2+n:]
	}
	return units
}

// bitReader reads bits, most significant first, and zeros after the end.
type bitReader struct {
	data []byte
	at   int
}

func (r *bitReader) bit() int {
	i := r.at / 8
	if i >= len(r.data) {
		return 0
	}
	b := int(r.data[i]>>(7-r.at%8)) & 1
	r.at++
	return b
}

// exponential reads an Exp-Golomb code, -1 after the end.
func (r *bitReader) exponential() int {
	zeros := 0
	for r.bit() == 0 {
		if zeros++; zeros > 31 {
			return -1
		}
	}
	v := 1
	for range zeros {
		v = v<<1 | r.bit()
	}
	return v - 1
}
