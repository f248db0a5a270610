package hevc

// predicted derives the motion of a unit that is not merged: predictions of its vectors plus the
// differences that the stream has (clauses 8.5.3.2.1 and 8.5.3.2.6).
func (m *MotionDecoder) predicted(pu *PU) Motion {
	b := predictionBlock{x: int(pu.X), y: int(pu.Y), width: int(pu.Width), height: int(pu.Height)}
	motion := noMotion
	for list := range 2 {
		if pu.Lists>>list&1 == 0 {
			continue
		}
		v := m.prediction(&b, list, pu.Ref[list], int(pu.MVP[list]))
		v.X += pu.Difference[list].X // modulo 2^16 (clause 8.5.3.2.1)
		v.Y += pu.Difference[list].Y
		m.refer(&motion, list, pu.Ref[list], v)
	}
	return motion
}

// prediction returns candidate 0 or 1 for the vector to a reference picture: mvpListLX.
func (m *MotionDecoder) prediction(b *predictionBlock, list int, ref int8, index int) Vector {
	spatial, n := m.spatialPredictions(b, list, &m.h.Lists[list][ref])
	if n == 2 && spatial[0] == spatial[1] {
		n = 1
	}
	if index < n {
		return spatial[index]
	}
	if index == n && n < 2 {
		if v, ok := m.temporal(b, list, ref); ok {
			return v
		}
	}
	return Vector{}
}

// spatialPredictions returns the candidates of neighbouring blocks (clause 8.5.3.2.7): A from the left,
// B from above.
func (m *MotionDecoder) spatialPredictions(b *predictionBlock, list int, to *Reference) (found [2]Vector, n int) {
	left := [2]*Motion{m.at(b.x-1, b.y+b.height), m.at(b.x-1, b.y+b.height-1)}
	above := [3]*Motion{m.at(b.x+b.width, b.y-1), m.at(b.x+b.width-1, b.y-1), m.at(b.x-1, b.y-1)}
	a, okA := direct(left[:], list, to)
	if !okA {
		a, okA = m.scaled(left[:], list, to)
	}
	vb, okB := direct(above[:], list, to)
	if left[0] == nil && left[1] == nil { // isScaledFlag is 0
		if okB {
			a, okA = vb, true
		}
		vb, okB = m.scaled(above[:], list, to)
	}
	if okA {
		found[0], n = a, 1
	}
	if okB {
		found[n] = vb
		n++
	}
	return found, n
}

// direct returns the first vector to the same picture, of the same list before the other one.
func direct(neighbours []*Motion, list int, to *Reference) (Vector, bool) {
	for _, nb := range neighbours {
		if nb == nil {
			continue
		}
		for _, l := range [2]int{list, 1 - list} {
			if nb.Lists>>l&1 == 1 && nb.POC[l] == to.POC {
				return nb.Vectors[l], true
			}
		}
	}
	return Vector{}, false
}

// scaled returns the first vector to a picture that is long-term as the wanted one is, or is not,
// scaled by the distances of short-term pictures.
func (m *MotionDecoder) scaled(neighbours []*Motion, list int, to *Reference) (Vector, bool) {
	for _, nb := range neighbours {
		if nb == nil {
			continue
		}
		for _, l := range [2]int{list, 1 - list} {
			if nb.Lists>>l&1 == 0 || nb.LongTerm>>l&1 == 1 != to.LongTerm {
				continue
			}
			v := nb.Vectors[l]
			if !to.LongTerm {
				v = v.scale(m.pic.POC-nb.POC[l], m.pic.POC-to.POC)
			}
			return v, true
		}
	}
	return Vector{}, false
}

// scale stretches a vector that spans a distance of order counts to another distance (clause 8.5.3.2.7).
func (v Vector) scale(from, to int32) Vector {
	td, tb := max(-128, min(127, from)), max(-128, min(127, to))
	if td == tb || td == 0 { // no conforming stream has a distance of 0
		return v
	}
	tx := (16384 + abs(td)/2) / td
	factor := max(-4096, min(4095, (tb*tx+32)>>6))
	return Vector{stretch(v.X, factor), stretch(v.Y, factor)}
}

func stretch(component int16, factor int32) int16 {
	product := factor * int32(component)
	size := (abs(product) + 127) >> 8
	if product < 0 {
		size = -size
	}
	return int16(max(-32768, min(32767, size)))
}

func abs(v int32) int32 {
	if v < 0 {
		return -v
	}
	return v
}
