package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/quadpyramid"
)

// Title names a step.
func (l *Lesson) Title(step int) string {
	switch s := &l.Steps[step]; s.Kind {
	case Picture:
		return "The picture"
	case Marks:
		return "Level 0: the marks"
	case Reduce:
		return fmt.Sprintf("Level %d: four cells become one", s.Level)
	case Count:
		return "The top: how many quads"
	case Descend:
		return fmt.Sprintf("Entry %d: level %d", l.Key, s.Level)
	default:
		return "The list"
	}
}

// Text says what happens at a step.
func (l *Lesson) Text(step int) string {
	switch s := &l.Steps[step]; s.Kind {
	case Picture:
		return l.picture()
	case Marks:
		return l.marks()
	case Reduce:
		return l.reduction(s.Level)
	case Count:
		return l.count()
	case Descend:
		return l.descent(s)
	default:
		return l.list()
	}
}

func (l *Lesson) picture() string {
	what := fmt.Sprintf("%d × %d pixels", l.Side, l.Side)
	beyond := ""
	if l.inside() < l.Side*l.Side {
		beyond = " Beyond the picture everything is 0."
	}
	switch {
	case l.Name != "":
		return what + ": " + l.Name + ". Yellow pixels are those that we look for."
	case l.Colours:
		return what + fmt.Sprintf(" from (%d, %d). Pixels of similar colour will become quads.", l.X, l.Y) + beyond
	}
	return what + fmt.Sprintf(" from (%d, %d). The number in a pixel is D: how much it differs from its neighbours.", l.X, l.Y) + beyond
}

// inside counts the square's pixels that are in the picture.
func (l *Lesson) inside() int {
	n := l.Side * l.Side
	for i := range l.Pixels {
		if !l.Pixels[i].Inside {
			n--
		}
	}
	return n
}

func (l *Lesson) marks() string {
	leaves := l.leaves(0)
	var why string
	switch {
	case l.Name != "":
		why = "Each yellow pixel is a leaf"
	case l.Colours:
		why = "Each pixel of the picture is a leaf"
	case l.Threshold != "":
		why = "A pixel with " + l.Threshold + " is a leaf"
	default:
		why = "A pixel that is chosen is a leaf"
	}
	return fmt.Sprintf("%s and gets the mark −1; the others get 0. Here %s of %d pixels are leaves.", why, amount(leaves), l.inside())
}

// leaves counts the leaf markers of a level.
func (l *Lesson) leaves(level int) (n int) {
	for _, value := range l.Cells.Fill(nil, level) {
		if value == quadpyramid.LeafMarker {
			n++
		}
	}
	return n
}

func (l *Lesson) reduction(level int) string {
	text := "Four cells with −1 become one cell with −1, a larger quad. Otherwise the cell counts the quads below it, where −1 counts as 1."
	if l.Colours {
		text = "Four cells with −1 and similar colours become one cell with −1, a larger quad. Otherwise the cell counts the quads below it, where −1 counts as 1."
	}
	if x, y, ok := l.telling(level); ok {
		text += "\n" + l.Arithmetic(level, x, y)
	}
	return text
}

// telling returns a cell of a level with something to see: a sum of the largest count, or
// else a merger.
func (l *Lesson) telling(level int) (x, y int, ok bool) {
	width, _ := l.Cells.Size(level)
	best := int32(0)
	for i, value := range l.Cells.Fill(nil, level) {
		if value > best || value == quadpyramid.LeafMarker && !ok {
			x, y, ok = i%width, i/width, true
			best = max(best, value)
		}
	}
	return x, y, ok
}

// Arithmetic writes how a cell gets its value.
func (l *Lesson) Arithmetic(level, x, y int) string {
	value := l.Cells.Value(level, x, y)
	if level == 0 {
		return fmt.Sprintf("Cell (%d, %d): %s.", x, y, Value(value))
	}
	four := l.Four(level, x, y)
	all := true
	terms := make([]string, 4)
	for i, v := range four {
		terms[i] = Value(v)
		if v == quadpyramid.LeafMarker {
			terms[i] = "|−1|"
		} else {
			all = false
		}
	}
	where := fmt.Sprintf("Cell (%d, %d)", x, y)
	switch {
	case value == quadpyramid.LeafMarker:
		return where + ": −1, −1, −1, −1 become −1."
	case all && l.Smallest > 1<<(level-1):
		return where + fmt.Sprintf(": its leaves are smaller than %d pixels and do not count.", l.Smallest)
	case all && l.Largest > 0 && l.Largest < 1<<level:
		return where + ": " + strings.Join(terms, " + ") + " = " + Value(value) + fmt.Sprintf(", because no quad may be larger than %d pixels.", l.Largest)
	case all:
		return where + ": " + strings.Join(terms, " + ") + " = " + Value(value) + ", because their colours differ too much."
	case l.Smallest > 1<<(level-1):
		return where + fmt.Sprintf(": %s. Leaves smaller than %d pixels do not count.", Value(value), l.Smallest)
	}
	return where + ": " + strings.Join(terms, " + ") + " = " + Value(value) + "."
}

func (l *Lesson) count() string {
	switch value := l.Cells.Value(l.Top(), 0, 0); {
	case len(l.Cells.List) == 0:
		return "The top has " + Value(value) + ": no quads, and an empty list."
	case value == quadpyramid.LeafMarker:
		return "The top has −1: the whole square is one quad, and the list has one entry."
	default:
		return fmt.Sprintf("The top has %d: the list has %d entries, with the key indices 0 to %d. Each is found from the top, by itself.", value, value, value-1)
	}
}

var childNames = [4]string{"upper left", "upper right", "lower left", "lower right"}

func (l *Lesson) descent(s *Step) string {
	at := &s.At
	if at.Child < 0 {
		q := l.Cells.List[l.Key]
		size := q.Size()
		text := fmt.Sprintf("A leaf, −1: the way ends. Cell (%d, %d) × %d is pixel (%d, %d), and its level %d gives the side 2^%d = %d: entry %d is (%d, %d) %d × %d.",
			at.X, at.Y, size, q.X(), q.Y(), at.Level, at.Level, size, l.Key, q.X(), q.Y(), size, size)
		if l.Of > 0 {
			text += fmt.Sprintf(" In the picture's list of %d it has index %d.", l.Of, l.First+l.Key)
		}
		return text
	}
	var counts, ranges []string
	for _, c := range s.Children {
		counts = append(counts, strconv.Itoa(c.End-c.Start))
		ranges = append(ranges, fmt.Sprintf("[%d, %d)", c.Start, c.End))
	}
	in := s.Children[at.Child]
	return fmt.Sprintf("Key %d. The four cells below have %s quads, so their index ranges are %s. %d ≤ %d < %d: into the %s cell. There it is quad %d − %d = %d.",
		l.Key, strings.Join(counts, ", "), strings.Join(ranges, " "), in.Start, l.Key, in.End, childNames[at.Child], l.Key, in.Start, l.Key-in.Start)
}

func (l *Lesson) list() string {
	covered := 0
	for _, q := range l.Cells.List {
		covered += q.Size() * q.Size()
	}
	who := strconv.Itoa(len(l.Cells.List)) + " quads cover"
	if len(l.Cells.List) == 1 {
		who = "1 quad covers"
	}
	return fmt.Sprintf("%s %d of %d pixels. The way down is upper left, upper right, lower left, lower right on each level, so the list is in that order. Choose an entry to see its way.",
		who, covered, l.inside())
}

// Value writes the value of a cell.
func Value(v int32) string {
	if v < 0 {
		return "−" + strconv.Itoa(int(-v))
	}
	return strconv.Itoa(int(v))
}

func amount(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}
