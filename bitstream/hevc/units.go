package hevc

// A UnitType is the type of a NAL unit: nal_unit_type (table 7-1).
type UnitType uint8

const (
	unitRASLN   UnitType = 8
	unitRASLR   UnitType = 9
	unitRADLN   UnitType = 6
	unitRADLR   UnitType = 7
	unitBLAWLP  UnitType = 16
	unitBLANLP  UnitType = 18
	unitIDRWLP  UnitType = 19
	unitIDRNLP  UnitType = 20
	unitCRA     UnitType = 21
	unitIRAPEnd UnitType = 23
	unitVCLEnd  UnitType = 31
	unitVPS     UnitType = 32
	unitSPS     UnitType = 33
	unitPPS     UnitType = 34
	unitAUD     UnitType = 35
	unitEOS     UnitType = 36
	unitEOB     UnitType = 37
	unitPrefix  UnitType = 39
)

// IRAP reports whether a picture is an intra random access point.
func (t UnitType) IRAP() bool { return t >= unitBLAWLP && t <= unitIRAPEnd }

// IDR reports whether a picture is an instantaneous decoding refresh.
func (t UnitType) IDR() bool { return t == unitIDRWLP || t == unitIDRNLP }

// BLA reports whether a picture is a broken link access.
func (t UnitType) BLA() bool { return t >= unitBLAWLP && t <= unitBLANLP }

// RASL reports whether a picture is leading and cannot be decoded if decoding starts at its IRAP picture.
func (t UnitType) RASL() bool { return t == unitRASLN || t == unitRASLR }

// RADL reports whether a picture is leading and can always be decoded.
func (t UnitType) RADL() bool { return t == unitRADLN || t == unitRADLR }

// slice reports whether a unit is a slice segment of a type that is not reserved.
func (t UnitType) slice() bool { return t <= unitRASLR || t >= unitBLAWLP && t <= unitCRA }

// subLayerNonReference reports whether no picture of the same sub-layer refers to the picture.
func (t UnitType) subLayerNonReference() bool { return t <= 14 && t%2 == 0 }

// unit returns the fields of a NAL unit's header (clause 7.3.1.2); ok is false for units of other
// layers, reserved ones, and those too short to have a header.
func unit(data []byte) (t UnitType, temporalID uint8, ok bool) {
	if len(data) < 3 || data[0]&0x80 != 0 || data[1]&7 == 0 {
		return 0, 0, false
	}
	layer := data[0]&1<<5 | data[1]>>3
	return UnitType(data[0] >> 1), data[1]&7 - 1, layer == 0
}

// Split divides a byte stream (Annex B) into its access units, which share memory with it. A unit
// that may only precede a picture starts the next one (clause 7.4.2.4.4).
func Split(stream []byte) (accessUnits [][]byte) {
	begin, pictured, zeros := -1, false, 0
	for i, b := range stream {
		if b == 0 {
			zeros++
			continue
		}
		if b != 1 || zeros < 2 {
			zeros = 0
			continue
		}
		start := i - zeros
		zeros = 0
		if begin < 0 {
			begin = start
		}
		t, _, ok := unit(stream[i+1:])
		if !ok {
			continue
		}
		first := t <= unitVCLEnd && len(stream) > i+3 && stream[i+3]&0x80 != 0
		if pictured && (first || precedesPicture(t)) {
			accessUnits = append(accessUnits, stream[begin:start])
			begin, pictured = start, false
		}
		pictured = pictured || t <= unitVCLEnd
	}
	if begin >= 0 {
		accessUnits = append(accessUnits, stream[begin:])
	}
	return accessUnits
}

// precedesPicture reports whether a unit of this type after a picture belongs to the next one.
func precedesPicture(t UnitType) bool {
	return t >= unitVPS && t <= unitAUD || t == unitPrefix || t >= 41 && t <= 44 || t >= 48 && t <= 55
}
