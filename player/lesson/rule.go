package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Rule writes out how D of single pixels of a picture is computed, and how it decides about the
// leaf.
type Rule struct {
	params   analysis.Params
	picture  *yuv.Picture
	basis    *yuv.Picture // differences to the previous frame, for an operator that compares with it
	decision edge.Decision
	classes  []edge.Decision
	unit     float64
	colours  channel.Reader // for a Distance
}

// NewRule returns the rule of a picture. params must discriminate; basis and decision come from
// [analysis.Basis]. The rule reads both pictures.
func NewRule(params analysis.Params, picture, basis *yuv.Picture, decision edge.Decision) (*Rule, error) {
	classes, err := params.Discriminator().Classes(nil, picture.Format)
	if err != nil {
		return nil, err
	}
	r := &Rule{params: params, picture: picture, basis: basis, decision: decision, classes: classes, unit: decision.Unit(picture.Format)}
	if decision.Operator.Kind() == edge.Distance {
		r.colours = channel.Read(picture, decision.Features)
	}
	return r, nil
}

// Number returns D of a pixel on the threshold's scale: with four decimals, or as many as show two digits that count and on which side
// of the bounds it is.
func (r *Rule) Number(x, y int) string {
	sum := r.sum(x, y)
	c := r.comparison(sum)
	return c.number(sum, r.unit)
}

// Brief returns the number for where that has no room, the better ones first: below 0.0001 with a power of ten, and with as many decimals
// as show the side.
func (r *Rule) Brief(x, y int) []string {
	sum := r.sum(x, y)
	c := r.comparison(sum)
	return c.brief(sum, r.unit)
}

// Formula returns the computation of a pixel's D with its numbers, and the decision.
func (r *Rule) Formula(x, y int) string {
	sum := r.sum(x, y)
	switch r.decision.Operator.Kind() {
	case edge.Value:
		return r.name() + " " + strconv.FormatUint(sum, 10) + ".\n" + r.conclusion(sum, leafWords) + "."
	case edge.Distance:
		return r.distance(x, y) + " = " + strconv.FormatUint(sum, 10) + ".\n" + r.conclusion(sum, leafWords) + "."
	}
	return r.differences(x, y, sum) + ".\n" + r.conclusion(sum, leafWords) + "."
}

// Conclusion returns the end of [Rule.Formula]: D, its comparison and the decision.
func (r *Rule) Conclusion(x, y int) string { return r.conclusion(r.sum(x, y), r.outcomes()) }

// outcomes say what becomes of a pixel that is no leaf, and of a leaf.
func (r *Rule) outcomes() [2]string {
	if r.params.Variant.Merges() {
		return [2]string{"in no quad", "part of a quad"}
	}
	return [2]string{"no point", "a point"}
}

// Plain says in a sentence what D of a pixel is and what follows, and then how it is computed.
func (r *Rule) Plain(x, y int) [2]string {
	sum := r.sum(x, y)
	c := r.comparison(sum)
	of := "the threshold"
	if sum < r.decision.Lower && r.decision.Operator != edge.Luma {
		of = "the lower bound"
	}
	outcome := r.outcomes()[0]
	if r.decision.Leaf(sum) {
		outcome = r.outcomes()[1]
	}
	relation, value := r.relation(sum), c.number(sum, r.unit)
	if _, quotient, ok := strings.Cut(relation, " = "); ok { // the same number, with as many decimals
		value = quotient[:strings.IndexAny(quotient, ", ")]
	}
	text := fmt.Sprintf("D, %s, is %s: %s", measured(r.decision.Operator), value, c.plain(of))
	if r.params.Invert {
		text += ", inverted"
	}
	return [2]string{text + ". The pixel is " + outcome + ".", "D = " + relation}
}

// leafWords say whether a pixel is a leaf, in the terms of the algorithm.
var leafWords = [2]string{"no leaf", "a leaf"}

func (r *Rule) sum(x, y int) uint64 { return r.decision.Sum(r.basis, x, y) }

// name returns what a decision on one plane reads.
func (r *Rule) name() string {
	if r.decision.Alpha {
		return "Alpha"
	}
	return "Luma"
}

// differences writes out the sum of the squares of an operator's forms. Of several planes, it has
// the values of the forms, which are shorter.
func (r *Rule) differences(x, y int, sum uint64) string {
	forms := r.decision.Operator.Forms()
	if r.decision.Planes == 1 {
		squares := make([]string, len(forms))
		near := r.decision.Neighbourhood(r.basis, 0, x, y)
		for i, f := range forms {
			squares[i] = "(" + written(f, &near) + ")²"
		}
		if r.decision.Operator.Previous() {
			squares[0] = r.change(0, x, y)
		}
		return fmt.Sprintf("%s: %s = %d", r.name(), strings.Join(squares, " + "), sum)
	}
	planes, sums := make([]string, r.decision.Planes), make([]string, r.decision.Planes)
	for plane := range planes {
		near := r.decision.Neighbourhood(r.basis, plane, x, y)
		squares, of := make([]string, len(forms)), int64(0)
		for i, f := range forms {
			v := valueOf(f, &near)
			squares[i], of = squared(v), of+v*v
		}
		if r.decision.Operator.Previous() {
			squares[0] = r.change(plane, x, y)
		}
		sums[plane] = strconv.FormatInt(of, 10)
		planes[plane] = "YUV"[plane:plane+1] + ": " + strings.Join(squares, " + ") + " = " + sums[plane]
	}
	return strings.Join(planes, "; ") + ". " + strings.Join(sums, " + ") + fmt.Sprintf(" = %d", sum)
}

// change writes out the square of the difference to the previous frame.
func (r *Rule) change(plane, x, y int) string {
	if before := r.picture.Before; r.picture.Alike(before) {
		now, then := r.decision.Neighbourhood(r.picture, plane, x, y), r.decision.Neighbourhood(before, plane, x, y)
		return fmt.Sprintf("(%d − %d)²", now[4], then[4])
	}
	return "0²"
}

// written writes out a linear form, positive terms first.
func written(f edge.Form, near *[len(edge.Form{})]int64) string {
	var plus, minus []string
	for i, c := range f {
		term := strconv.FormatInt(near[i], 10)
		if c > 1 || c < -1 {
			term = strconv.Itoa(max(c, -c)) + "·" + term
		}
		switch {
		case c > 0:
			plus = append(plus, term)
		case c < 0:
			minus = append(minus, term)
		}
	}
	return strings.Join(append([]string{strings.Join(plus, " + ")}, minus...), " − ")
}

func valueOf(f edge.Form, near *[len(edge.Form{})]int64) (v int64) {
	for i, c := range f {
		v += near[i] * int64(c)
	}
	return v
}

func squared(v int64) string {
	if v < 0 {
		return fmt.Sprintf("(−%d)²", -v)
	}
	return fmt.Sprintf("%d²", v)
}

// distance writes out the squared distance of a pixel's colour from the given one, or from the nearest
// of a range of colours.
func (r *Rule) distance(x, y int) string {
	v, box := r.colours.At(x, y), &r.decision.Colours
	names := [len(v)]string{"R", "G", "B"}
	scale := fmt.Sprintf("14 bits, 255 is %d", channel.Peak)
	if r.decision.Features == channel.YUV {
		names, scale = [...]string{"Y", "U", "V"}, fmt.Sprintf("14 bits, 0 to %d", channel.Peak)
	}
	var pixel, colour, squares [len(v)]string
	for c := range v {
		near := min(max(v[c], box.Low[c]), box.High[c])
		pixel[c], colour[c] = fmt.Sprintf("%s %d", names[c], v[c]), fmt.Sprintf("%s %d", names[c], near)
		switch {
		case v[c] < near:
			squares[c] = fmt.Sprintf("(%d − %d)²", near, v[c])
		case v[c] > near || box.Low[c] == box.High[c]:
			squares[c] = fmt.Sprintf("(%d − %d)²", v[c], near)
		default:
			squares[c] = "0²"
		}
	}
	what := "the given one"
	if box.Low != box.High {
		what = "the nearest one given"
	}
	join := func(parts []string) string { return strings.Join(parts, ", ") }
	return fmt.Sprintf("Its colour (%s) − %s (%s), in %s: %s", join(pixel[:]), what, join(colour[:]), scale, strings.Join(squares[:], " + "))
}

// conclusion writes out the division of D by its unit, the comparison, and the decision, with words for no leaf and for a leaf.
func (r *Rule) conclusion(sum uint64, words [2]string) string {
	text := "D = " + r.relation(sum)
	if r.params.Invert {
		text += ", inverted"
	}
	if !r.decision.Leaf(sum) {
		return text + ": " + words[0]
	}
	text += ": " + words[1]
	for i := range r.classes {
		if len(r.classes) > 1 && r.classes[i].Leaf(sum) {
			text += fmt.Sprintf(" of class %d", i)
		}
	}
	return text
}

// divisor writes out the unit of D.
func (r *Rule) divisor() string {
	most := r.picture.Format.MaxValue()
	switch r.decision.Operator.Kind() {
	case edge.Value:
		return strconv.Itoa(most)
	case edge.Distance:
		return fmt.Sprintf("%d²", channel.Peak)
	}
	if scale := int(r.unit / float64(most*most)); scale > 1 {
		return fmt.Sprintf("(%d·%d²)", scale, most)
	}
	return fmt.Sprintf("%d²", most)
}

// comparison is D between two bounds; a bound without a sign is not compared.
type comparison struct {
	low, high         float64
	integers          [2]uint64 // the bounds in samples
	lowSign, highSign string    // low lowSign D highSign high
}

// comparison returns how the decision compares D.
func (r *Rule) comparison(sum uint64) comparison {
	d := &r.decision
	c := comparison{low: r.params.Low, high: r.params.Threshold, integers: [2]uint64{d.Lower, d.Upper}, highSign: "<"}
	differences := d.Operator.Kind() == edge.Differences
	if !differences {
		c.integers[1]-- // the largest D of a leaf
	}
	switch {
	case d.Operator == edge.Luma: // its threshold is the lower bound
		c.integers[1] = d.Lower
		if sum >= d.Lower {
			c.highSign = "≥"
		}
		return c
	case sum < d.Lower:
		c.high, c.integers[1] = c.low, d.Lower
		return c
	case sum >= d.Upper && differences:
		c.highSign = "≥"
		return c
	case sum >= d.Upper:
		c.highSign = ">"
		return c
	case !differences:
		c.highSign = "≤"
	}
	if r.params.Low > 0 {
		c.lowSign = "≤"
	}
	return c
}

// relation writes out the comparison of D with the bounds. Numbers have four decimals, or as many as
// show the relation, and D two digits that count. If none do, as the product of threshold and unit is rounded, they are in
// samples.
func (r *Rule) relation(sum uint64) string {
	c := r.comparison(sum)
	return c.relation(sum, r.unit, r.divisor())
}

// relation writes out the division of a sum by its unit, and the comparison; see [Rule.relation].
func (c *comparison) relation(sum uint64, unit float64, divisor string) string {
	for places := fewest; places <= most; places++ {
		v, low, high := rounded(float64(sum)/unit, max(places, counting(float64(sum)/unit))), rounded(c.low, places), rounded(c.high, places)
		if (v > 0) == (sum > 0) && c.shows(low, v, high) {
			return fmt.Sprintf("%d / %s = %s", sum, divisor, c.written(decimals(v), decimals(low), decimals(high)))
		}
	}
	whole := func(n uint64) string { return strconv.FormatUint(n, 10) }
	return c.written(whole(sum), whole(c.integers[0]), whole(c.integers[1]))
}

// fewest and most are how many decimals numbers have.
const fewest, most = 4, 17

// counting returns how many decimals show two digits of a number that count.
func counting(v float64) int {
	places := fewest
	for limit := 1e-3; v > 0 && v < limit && places < most; limit /= 10 {
		places++
	}
	return places
}

// plain says in words how the number compares with the bounds; of names the one that high is.
func (c *comparison) plain(of string) string {
	words := map[string]string{"<": "below", "≤": "at most", ">": "above", "≥": "at least"}[c.highSign] + " " + of + ", " + limit(c.high)
	if c.lowSign != "" {
		return "at least the lower bound, " + limit(c.low) + ", and " + words
	}
	return words
}

// shows reports whether rounded numbers compare as stated.
func (c *comparison) shows(low, v, high float64) bool {
	return holds(v, c.highSign, high) && (c.lowSign == "" || holds(low, c.lowSign, v))
}

// number writes the quotient alone, with as few decimals as show two digits that count and the comparison with the bounds as [limit]
// writes them.
func (c *comparison) number(sum uint64, unit float64) string {
	return c.sided(sum, unit, counting(float64(sum)/unit))
}

// sided writes it with at least some decimals.
func (c *comparison) sided(sum uint64, unit float64, least int) string {
	low, high := rounded(c.low, decimalsOf(c.low)), rounded(c.high, decimalsOf(c.high))
	for places := least; places <= most; places++ {
		if v := rounded(float64(sum)/unit, places); c.shows(low, v, high) {
			return strconv.FormatFloat(v, 'f', places, 64)
		}
	}
	return strconv.FormatFloat(float64(sum)/unit, 'f', least, 64) // a bound was rounded past it
}

// brief writes it as [Rule.Brief] does.
func (c *comparison) brief(sum uint64, unit float64) (texts []string) {
	v, short := float64(sum)/unit, c.sided(sum, unit, fewest)
	power := func(digits int) string {
		return strings.Replace(strconv.FormatFloat(v, 'e', digits-1, 64), "e-0", "e−", 1)
	}
	if sum > 0 && v < 1e-4 {
		texts = append(texts, power(2))
	}
	if sum > 0 && strings.Trim(short, "0.") == "" {
		short = power(1)
	}
	return append(texts, short)
}

func (c *comparison) written(v, low, high string) string {
	after := v + " " + c.highSign + " " + high
	if c.lowSign != "" {
		return v + ", and " + low + " " + c.lowSign + " " + after
	}
	return after
}

func rounded(v float64, places int) float64 {
	n, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', places, 64), 64)
	return n
}

func decimals(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func holds(a float64, sign string, b float64) bool {
	switch sign {
	case "<":
		return a < b
	case "≤":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// limit writes a bound.
func limit(v float64) string { return strconv.FormatFloat(v, 'f', decimalsOf(v), 64) }

// decimalsOf returns how many decimals a bound has: four, or all if there are up to four more.
func decimalsOf(v float64) int {
	for places := fewest; places <= 2*fewest; places++ {
		if rounded(v, places) == v {
			return places
		}
	}
	return fewest
}

// Limits returns the condition for leaf pixels in words.
func (r *Rule) Limits() string {
	p := &r.params
	low, t := limit(p.Low), limit(p.Threshold)
	differences := r.decision.Operator.Kind() == edge.Differences
	below, above := "D below "+t, "of "+t+" or more"
	if !differences {
		below, above = "D of at most "+t, "above "+t
	}
	switch {
	case r.decision.Operator == edge.Luma && p.Invert:
		return "D below " + t
	case r.decision.Operator == edge.Luma:
		return "D of " + t + " or more"
	case p.Low == 0 && p.Invert:
		return "D " + above
	case p.Low == 0:
		return below
	case p.Invert:
		return "D below " + low + ", or " + above + ","
	case differences:
		return "D of " + low + " or more, but below " + t + ","
	}
	return "D from " + low + " to " + t
}
