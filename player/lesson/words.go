package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/edge"
	"ffkvadrat/player/quantity"
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
		return fmt.Sprintf("Level %d: four become one", s.Level)
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
	goal := "How the list of " + l.things() + " is found. "
	if l.Params.Variant.Merges() {
		goal = "How a picture becomes quads, squares of pixels that are alike: large in flat parts, small in detail. "
	}
	if l.Name != "" {
		name := "An example of "
		if l.Instead {
			name = "No square of this frame has any detail. Instead, an example of "
		}
		return goal + name + what + ". " + l.about
	}
	what += fmt.Sprintf(" from column %d and row %d on%s.", l.X, l.Y, l.counted())
	if l.Instead {
		what = "The square that you pointed at is flat, so the player chose this one, with more detail. " + what
	}
	if l.Params.Variant.Merges() && len(l.Cells.List) == 1 {
		what = "Nothing differs in this square: an example shows more. " + what
	}
	switch variant := l.Params.Variant; {
	case l.Threshold != "":
		what += " Each pixel has a number, " + l.meaning() + ". " + l.rule() + l.becomes() + "."
		if l.Crowded {
			what += " A larger window or a smaller square has room for all numbers."
		}
	case variant.Searches():
		what += " A hit is the upper left pixel of a place that looks like the template."
	case !variant.Discriminates():
		what += " Pixels of similar " + l.features() + " merge into quads."
	}
	return goal + what + beyond
}

// counted says that places are those of the stored picture, if the player turns it.
func (l *Lesson) counted() string {
	if how := Turned(l.Turn); how != "" {
		return ", counted as stored, before it is " + how
	}
	return ""
}

// meaning says what D is, or A of a template.
func (l *Lesson) meaning() string {
	if l.Params.Variant.Searches() {
		return "A: " + measuredHere
	}
	return "D: " + measured(l.Params.Operator)
}

// measured says what an operator measures of a pixel.
func measured(o edge.Operator) string {
	switch {
	case o.Kind() == edge.Value:
		return "how bright it is"
	case o.Kind() == edge.Distance:
		return "how far its colour is from the given one"
	case o.Previous():
		return "how much it differs from the previous frame"
	}
	return "how much it differs from its neighbours"
}

// measuredHere says what a template measures of a pixel.
const measuredHere = "how much the place that begins there differs from the template"

// Legend says what the colours of cells mean at a step: that of the leaf marker, that of 0, and those of
// counts up to the one at the top.
func (l *Lesson) Legend(kind Kind) []string {
	one, most := l.Params.Variant.Thing(), int(l.Cells.Value(l.Top(), 0, 0))
	if kind == Picture {
		if l.Threshold == "" || l.Crowded {
			return nil
		}
		return []string{"a leaf" + l.becomes(), "no leaf"}
	}
	leaf := "−1: a leaf"
	if !l.Params.Variant.Merges() {
		leaf = "−1: a " + one
	}
	legend := []string{leaf, "0: no " + one + " in it"}
	switch {
	case most == 1:
		legend = append(legend, "1 "+one+" in it")
	case most > 1:
		legend = append(legend, fmt.Sprintf("1 to %d %ss in it", most, one))
	}
	return legend
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
	leaves, others := l.leaves(0), "other pixels get 0"
	var why string
	switch {
	case l.Name != "":
		why = "Each yellow pixel is a leaf"
	case l.Threshold != "" && l.Params.Search.Suppress:
		why, others = l.rule(), "all others get 0"
	case l.Threshold != "":
		why = l.rule()
	case l.Params.Variant.Searches():
		why = "A hit is a leaf"
	case !l.Params.Variant.Discriminates():
		why = "Each pixel of the picture is a leaf"
	default:
		why = "A selected pixel is a leaf"
	}
	begins := ""
	if l.Params.Variant.Merges() {
		begins = "(alone, it is the smallest quad) "
	}
	are := "pixels are leaves"
	if leaves == 1 {
		are = "pixels is a leaf"
	}
	return fmt.Sprintf("Level 0 of the pyramid is the pixels. %s %sand gets the leaf marker −1; %s. Here %s of %s %s.", why, begins, others, amount(leaves), amount(l.inside()), are)
}

// rule says which pixels are leaves by the threshold.
func (l *Lesson) rule() string {
	if l.Params.Search.Suppress {
		return "Of the pixels with " + l.Threshold + " near each other, only the best hit is a leaf"
	}
	return "A pixel with " + l.Threshold + " is a leaf"
}

// becomes says what a leaf becomes; empty for hits, as only the best ones are leaves.
func (l *Lesson) becomes() string {
	switch v := l.Params.Variant; {
	case v.Merges():
		return ": part of a " + v.Thing()
	case !v.Searches():
		return ": a " + v.Thing()
	}
	return ""
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
	text := fmt.Sprintf("Four cells with −1%s become one cell with −1 on the next level: a larger quad. Otherwise that cell holds the number of quads in the four; −1 counts as 1, written |−1|.", alike)
	if !variant.Merges() {
		text = fmt.Sprintf("Nothing merges: each leaf stays a %s. A cell holds the number of %s in its four cells; −1 counts as 1, written |−1|.", variant.Thing(), l.things())
	}
	if level == 1 {
		text += " Cell (x, y) is in column x and row y, from 0."
	}
	if x, y, ok := l.Telling(level); ok {
		text += "\n" + l.Arithmetic(level, x, y)
	}
	return text
}

// Telling returns an instructive cell of a level from 1 on, which the text of its step computes: the one with the largest
// count, or one that merges.
func (l *Lesson) Telling(level int) (x, y int, ok bool) {
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
		return "The top has −1: the whole square is one quad, and the list has one entry, number 0."
	default:
		return fmt.Sprintf("The top has %d: the list has %d entries, one for each "+l.Params.Variant.Thing()+", numbered from 0 to %d. The number of an entry is its key index. Each entry is found from the top, without the others: the next steps find entry %d, as an example; a click in the list finds another one.", value, value, value-1, l.Key)
	}
}

var childNames = [4]string{"upper left", "upper right", "lower left", "lower right"}

func (l *Lesson) descent(s *Step) string {
	at, thing := &s.At, l.Params.Variant.Thing()
	if at.Child < 0 {
		return l.arrival(at)
	}
	var counts, ranges []string
	for _, c := range s.Children {
		counts = append(counts, strconv.Itoa(c.End-c.Start))
		ranges = append(ranges, c.Range())
	}
	in := s.Children[at.Child]
	text := fmt.Sprintf("We look for entry %d. The four cells below have %s %s: the entries %s. So entry %d is in the %s cell",
		l.Key, strings.Join(counts, ", "), l.things(), strings.Join(ranges, ", "), l.Key, childNames[l.ShownChild(at.Child)])
	switch before := in.Start; {
	case in.End-in.Start == 1:
		return text + fmt.Sprintf(", as its only %s.", thing)
	case before == 0:
		return text + ". No entry comes before this cell."
	default:
		come := "come"
		if before == 1 {
			come = "comes"
		}
		return text + fmt.Sprintf(". %d %s before this cell, so in it the %s has the index %d − %d = %d.", before, come, thing, l.Key, before, l.Key-before)
	}
}

// arrival describes the end of a traversal.
func (l *Lesson) arrival(at *quadpyramid.Step) string {
	q := l.Cells.List[l.Key]
	size := q.Size()
	text := fmt.Sprintf("−1 ends the way from the top, the traversal. A cell of level %d covers %d × %d pixels, so cell (%d, %d) begins at pixel (%d, %d), and entry %d is the %s of %d × %d pixels there.",
		at.Level, size, size, at.X, at.Y, q.X(), q.Y(), l.Key, l.Params.Variant.Thing(), size, size)
	if size == 1 {
		text = fmt.Sprintf("−1 ends the way from the top, the traversal. A cell of level 0 is one pixel: entry %d is the %s of this pixel, (%d, %d).", l.Key, l.Params.Variant.Thing(), q.X(), q.Y())
	}
	if w, h := l.Params.Box(); w > 0 {
		text += fmt.Sprintf(" From there the hit covers %d × %d pixels.", w, h)
	}
	if l.Of > 0 {
		text += fmt.Sprintf(" In the list of the whole picture, which has %d, it has the index %d.", l.Of, l.First+l.Key)
	}
	return text
}

func (l *Lesson) list() string {
	covered := 0
	for _, q := range l.Cells.List {
		covered += q.Size() * q.Size()
	}
	who := fmt.Sprintf("%d %s cover", len(l.Cells.List), l.things())
	order := make([]string, len(childNames))
	for i := range order {
		order[i] = childNames[l.ShownChild(i)]
	}
	switch {
	case l.Params.Variant.Searches():
		who = "Hits begin at"
	case len(l.Cells.List) == 1:
		who = "1 " + l.Params.Variant.Thing() + " covers"
	}
	return fmt.Sprintf("%s %s pixels. The list has their first pixel (column, row) and their size. Its order is that of four cells: %s. Click an entry to see the way to it.",
		who, quantity.Of(covered, l.inside()), strings.Join(order, ", "))
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
	return quantity.Grouped(int64(n))
}
