package partition

import "fmt"

// Type is how the codec predicted a block.
type Type uint8

const (
	Unknown   Type = iota // not reported
	Intra                 // from the same picture
	Inter                 // from other pictures
	Skipped               // from other pictures, without a difference; where the source distinguishes it from Inter
	TypeCount             // number of types
)

// types are their names.
var types = [TypeCount]string{"unknown", "intra", "inter", "skip"}

func (t Type) String() string {
	if t < TypeCount {
		return types[t]
	}
	return fmt.Sprintf("Type(%d)", uint8(t))
}

// Letter returns a letter for the type, where its name has no room; empty for Unknown. Inter has M, as in motion: P is a type
// of frames, and B frames have such blocks too.
func (t Type) Letter() string {
	return [TypeCount]string{Intra: "I", Inter: "M", Skipped: "S"}[t]
}

// Told are the types that a source of blocks tells: of others there is not none, they are not known. A source that does not tell Skipped
// counts such blocks as Inter.
type Told [TypeCount]bool

// Areas returns the number of pixels in blocks of each type; where blocks overlap, each counts.
func (p *Picture) Areas() (areas [TypeCount]int64) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		areas[b.Type] += int64(right-left) * int64(bottom-top)
	}
	return areas
}

// Rate returns the mean number of bits for an area of 16×16 pixels, over the blocks that have one. ok
// is false if there are none.
func (p *Picture) Rate() (mean float64, ok bool) {
	return p.mean(func(b *Block) (float64, bool) { return float64(b.Rate), b.HasRate })
}
