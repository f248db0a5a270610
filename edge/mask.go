package edge

// Mask holds for each pixel whether it is a leaf.
type Mask struct {
	Width, Height int
	Leaf          []byte // Width·Height values, row by row: 1 for a leaf, 0 for others
}

// Resize sets the size and allocates memory if needed; the values are undefined until written.
func (m *Mask) Resize(width, height int) {
	m.Width, m.Height = width, height
	if n := width * height; cap(m.Leaf) < n {
		m.Leaf = make([]byte, n)
	} else {
		m.Leaf = m.Leaf[:n]
	}
}
