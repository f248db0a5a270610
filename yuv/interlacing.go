package yuv

// Interlacing says whether a frame holds two fields of different times, and which of them is first. The
// top field has rows 0, 2, 4 …, the bottom field rows 1, 3, 5 ….
type Interlacing uint8

const (
	Progressive Interlacing = iota
	TopFirst
	BottomFirst
	InterlacingCount // number of values
)

// interlacings are the names in files; a progressive frame has none.
var interlacings = [InterlacingCount]string{TopFirst: "tff", BottomFirst: "bff"}

func (i Interlacing) String() string { return interlacings[i] }

// ParseInterlacing returns the value with a name, as String returns it.
func ParseInterlacing(name string) (i Interlacing, ok bool) {
	for i := range InterlacingCount {
		if interlacings[i] == name {
			return i, true
		}
	}
	return Progressive, false
}

// Title is the value's name in the window.
func (i Interlacing) Title() string {
	return [InterlacingCount]string{"progressive", "top field first", "bottom field first"}[i]
}
