package report

// marks are the frames of a video that have something in common, in few bins.
type marks struct {
	curve  curve // has a value where there is one
	bins   []int // its bins that have a value
	frames int64
}

// add adds frame n. Frames come in order.
func (m *marks) add(n int64) {
	m.frames++
	m.curve.add(n, 1, false)
}

// end finds the bins, after the last frame.
func (m *marks) end() {
	for i, b := range m.curve.bins {
		if b != empty {
			m.bins = append(m.bins, i)
		}
	}
	m.curve.bins = nil // only its width is needed now
}

// marksData are the bins, the number of frames a bin, and that of marked frames.
type marksData struct {
	Bins   []int `json:"b"`
	Width  int64 `json:"w"`
	Frames int64 `json:"n"`
}

// data returns the marks' data, or nil without any.
func (m *marks) data() *marksData {
	if m.frames == 0 {
		return nil
	}
	return &marksData{m.bins, m.curve.width, m.frames}
}
