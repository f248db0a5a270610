package overlay

import (
	"fmt"
	"strconv"

	"ffkvadrat/analysis/partition"
)

// VectorLength says how long the lines of motion vectors are.
type VectorLength uint8

const (
	LegibleLength     VectorLength = iota // the least of the others with which half of the lines have at least legible target pixels
	TrueLength                            // as the motion
	Length2                               // 2 times as long
	Length4                               // 4 times
	Length8                               // 8 times
	VectorLengthCount                     // number of lengths
)

// legible is the length of lines in target pixels from which their directions are easily seen.
const legible = 16

// times returns how many times as long as the motion lines are; 0 if that depends on the frame.
func (l VectorLength) times() int {
	if l == LegibleLength {
		return 0
	}
	return 1 << (l - TrueLength)
}

// ParseVectorLength returns the length with a name from String.
func ParseVectorLength(name string) (VectorLength, error) {
	for l := range VectorLengthCount {
		if l.String() == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("overlay: no length of vectors is called %q", name)
}

func (l VectorLength) String() string {
	switch {
	case l == LegibleLength:
		return "auto"
	case l < VectorLengthCount:
		return strconv.Itoa(l.times())
	}
	return fmt.Sprintf("VectorLength(%d)", uint8(l))
}

// Title returns the player's name for the length.
func (l VectorLength) Title() string {
	if l == LegibleLength {
		return "Auto"
	}
	return "×" + l.String()
}

// Times returns how many times as long as the motion the lines of a partition's vectors are, 1, 2, 4 or 8, with a density in a view; 0
// if that depends on vectors, and none has motion.
func (k *Strokes) Times(p *partition.Picture, v *View, d VectorDensity, l VectorLength) int {
	if times := l.times(); times > 0 {
		return times
	}
	scale := min(v.ScaleX, v.ScaleY)
	median, moving := k.median(p, k.choose(p, d, scale, 1), scale)
	if !moving {
		return 0
	}
	times := 1
	for times < Length8.times() && median*times < legible {
		times *= 2
	}
	return times
}
