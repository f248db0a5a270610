package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
)

// Title returns the title of a step.
func (l *Lesson) Title(step int) string {
	switch s := &l.Steps[step]; s.Kind {
	case Picture:
		return "The picture"
	case Marks:
		return "Level 0: leaf markers"
	case Reduce:
		return fmt.Sprintf("Level %d: four cells become one", s.Level)
	case Count:
		return "The top: how many " + l.things()
	case Descend:
		return fmt.Sprintf("Entry %d: level %d", l.Key, s.Level)
	default:
		return "The list"
	}
}

// Text describes a step.
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
		beyond = " Cells outside the picture are 0."
	}
	if l.Name != "" {
		return "An example of " + what + ". " + l.about
	}
	what += fmt.Sprintf(" from (%d, %d).", l.X, l.Y)
	switch variant := l.Params.Variant; {
	case l.Threshold != "":
		what += " Each pixel has a number: " + l.meaning() + ". Point at a pixel to see how it is computed."
	case variant.Searches():
		what += " A hit is the upper left pixel of a place that looks like the template."
	case !variant.Discriminates():
		what += " Pixels of similar " + l.features() + " merge into quads."
		if len(l.Features) > 0 {
			what += " Point at a cell of a higher level to see how they are compared."
		}
	}
	return what + beyond
}

// meaning says what D is, or A of a template.
func (l *Lesson) meaning() string {
	switch o := l.Params.Operator; {
	case l.Params.Variant.Searches():
		return "A, how much the place that begins there differs from the template"
	case o.Kind() == edge.Value:
		return "D, how bright it is"
	case o.Kind() == edge.Distance:
		return "D, how far its colour is from the given one"
	case o.Previous():
		return "D, how much it differs from the previous frame"
	}
	return "D, how much it differs from its neighbours"
}

// Legend says what the values of cells mean.
func (l *Lesson) Legend() string {
	one, all := l.Params.Variant.Thing(), "one"
	if l.Params.Variant.Merges() {
		all = "all of the cell is one"
	}
	return fmt.Sprintf("−1: a leaf, %s %s     0: no %s in the cell     2: two %ss in it", all, one, one, one)
}

// things returns the word for the entries of the list.
func (l *Lesson) things() string { return l.Params.Variant.Thing() + "s" }

// features returns the word for what the variant feature compares.
func (l *Lesson) features() string {
	if l.Params.Needs().Vectors {
		return "motion"
	}
	return "colour"
}

// inside counts the square's pixels inside the picture.
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
	case l.Threshold != "":
		why = "A pixel with " + l.Threshold + " is a leaf"
	case l.Params.Variant.Searches():
		why = "A hit is a leaf"
	case !l.Params.Variant.Discriminates():
		why = "Each pixel of the picture is a leaf"
	default:
		why = "A selected pixel is a leaf"
	}
	return fmt.Sprintf("%s and gets the leaf marker −1; other pixels get 0. Here %s of %d pixels are leaves.", why, amount(leaves), l.inside())
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
	variant, alike := l.Params.Variant, ""
	switch {
	case !variant.Discriminates():
		alike = " and similar " + l.features()
	case l.Params.Bounds.Classes() > 1:
		alike = " of the same class"
	}
	text := fmt.Sprintf("Four cells with −1%s become one cell with −1: a larger quad. Otherwise the cell holds the number of quads in the four; −1 counts as 1.", alike)
	if !variant.Merges() {
		text = fmt.Sprintf("Nothing merges: each leaf stays a %s. A cell holds the number of %s in its four cells; −1 counts as 1.", variant.Thing(), l.things())
	}
	if x, y, ok := l.telling(level); ok {
		text += "\n" + l.Arithmetic(level, x, y)
	}
	return text
}

// telling returns an instructive cell of a level: the one with the largest count, or one that
// merges.
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

// Arithmetic explains the value of a cell.
func (l *Lesson) Arithmetic(level, x, y int) string {
	value := l.Cells.Value(level, x, y)
	if level == 0 {
		return l.pixel(x, y, value)
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
	sum := ": " + strings.Join(terms, " + ") + " = " + Value(value)
	smallest, largest := l.Params.MinSize, l.Params.MaxSize
	like := ""
	if all && !l.Params.Variant.Discriminates() {
		if like = l.likeness(level, x, y); like != "" {
			where += ". " + like
		}
	}
	switch {
	case value == quadpyramid.LeafMarker:
		return where + fmt.Sprintf(": −1, −1, −1, −1 become −1, one leaf of %d × %d pixels.", 1<<level, 1<<level)
	case all && smallest > 1<<(level-1):
		return where + fmt.Sprintf(": its leaves are smaller than %d pixels and do not count.", smallest)
	case all && !l.Params.Variant.Merges():
		return where + sum + fmt.Sprintf(", because %s do not merge.", l.things())
	case all && largest > 0 && largest < 1<<level:
		return where + sum + fmt.Sprintf(", because no quad may be larger than %d pixels.", largest)
	case all && l.Params.Variant.Discriminates():
		return where + sum + ", because they are of different classes."
	case like != "":
		return where + ": no merger, " + Value(value) + "."
	case all:
		return where + sum + fmt.Sprintf(", because they differ too much in %s.", l.features())
	case smallest > 1<<(level-1):
		return where + fmt.Sprintf(": %s. Leaves smaller than %d pixels do not count.", Value(value), smallest)
	}
	return where + sum + "."
}

// pixel explains the decision about a pixel.
func (l *Lesson) pixel(x, y int, value int32) string {
	where := fmt.Sprintf("Pixel (%d, %d)", l.X+x, l.Y+y)
	if i := y*l.Side + x; i < len(l.Pixels) {
		switch p := &l.Pixels[i]; {
		case !p.Inside:
			return where + " is outside the picture: 0."
		case p.Formula != "":
			return where + ". " + p.Formula
		}
	}
	if value == quadpyramid.LeafMarker {
		return where + ": a leaf, −1."
	}
	return where + ": no leaf, 0."
}

func (l *Lesson) count() string {
	switch value := l.Cells.Value(l.Top(), 0, 0); {
	case len(l.Cells.List) == 0:
		return "The top has " + Value(value) + ": there are no " + l.things() + ", and the list is empty."
	case value == quadpyramid.LeafMarker:
		return "The top has −1: the whole square is one quad, and the list has one entry."
	default:
		return fmt.Sprintf("The top has %d: the list has %d entries, with the key indices 0 to %d. Each entry is found from the top, without the others.", value, value, value-1)
	}
}

var childNames = [4]string{"upper left", "upper right", "lower left", "lower right"}

func (l *Lesson) descent(s *Step) string {
	at := &s.At
	if at.Child < 0 {
		q := l.Cells.List[l.Key]
		size := q.Size()
		text := fmt.Sprintf("−1 is a leaf marker: the traversal ends. Cell (%d, %d) × %d is pixel (%d, %d), and level %d gives the side 2^%d = %d: entry %d is (%d, %d) %d × %d.",
			at.X, at.Y, size, q.X(), q.Y(), at.Level, at.Level, size, l.Key, q.X(), q.Y(), size, size)
		if w, h := l.Params.Box(); w > 0 {
			text += fmt.Sprintf(" From there the hit covers %d × %d pixels.", w, h)
		}
		if l.Of > 0 {
			text += fmt.Sprintf(" In the picture's list of %d it has the index %d.", l.Of, l.First+l.Key)
		}
		return text
	}
	var counts, ranges []string
	for _, c := range s.Children {
		counts = append(counts, strconv.Itoa(c.End-c.Start))
		ranges = append(ranges, fmt.Sprintf("[%d, %d)", c.Start, c.End))
	}
	in := s.Children[at.Child]
	return fmt.Sprintf("Key index %d. The four cells below have %s %s, so their index ranges are %s. %d ≤ %d < %d, so the traversal enters the %s cell. In it, the index of the %s is %d − %d = %d.",
		l.Key, strings.Join(counts, ", "), l.things(), strings.Join(ranges, " "), in.Start, l.Key, in.End, childNames[at.Child], l.Params.Variant.Thing(), l.Key, in.Start, l.Key-in.Start)
}

func (l *Lesson) list() string {
	covered := 0
	for _, q := range l.Cells.List {
		covered += q.Size() * q.Size()
	}
	who := fmt.Sprintf("%d %s cover", len(l.Cells.List), l.things())
	switch {
	case l.Params.Variant.Searches():
		who = "Hits begin at"
	case len(l.Cells.List) == 1:
		who = "1 " + l.Params.Variant.Thing() + " covers"
	}
	return fmt.Sprintf("%s %d of %d pixels. Each level orders its four cells upper left, upper right, lower left, lower right, and so does the list. Choose an entry to see its traversal.",
		who, covered, l.inside())
}

// Value formats the value of a cell.
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
