package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/yuv"
)

// Hits writes out how a template is compared with the places of a picture, and which of them are hits.
type Hits struct {
	picture  *yuv.Picture
	pattern  match.Pattern
	scores   *yuv.Picture
	decision edge.Decision
	limit    float64
}

// NewHits returns the rule of a picture. params must search; scores and decision come from
// [analysis.Basis]. The rule reads both pictures.
func NewHits(params analysis.Params, picture, scores *yuv.Picture, decision edge.Decision) (*Hits, error) {
	pattern, err := params.Search.Pattern(picture, params.Threshold, nil)
	return &Hits{picture, pattern, scores, decision, params.Threshold}, err
}

// Number returns A, the mean difference at a place on the threshold's scale, with as many decimals as [Rule.Number], or ""
// where the template does not fit.
func (h *Hits) Number(x, y int) string {
	sum, ok := h.pattern.Sum(h.picture, x, y)
	if !ok {
		return ""
	}
	c := h.comparison(sum)
	return c.number(uint64(sum), float64(h.pattern.Peak))
}

// Brief returns A as [Rule.Brief] returns D.
func (h *Hits) Brief(x, y int) []string {
	sum, ok := h.pattern.Sum(h.picture, x, y)
	if !ok {
		return nil
	}
	c := h.comparison(sum)
	return c.brief(uint64(sum), float64(h.pattern.Peak))
}

// Formula returns the computation of A with its numbers, and the decision. Of a larger template, it
// has the first terms.
func (h *Hits) Formula(x, y int) string {
	sum, ok := h.pattern.Sum(h.picture, x, y)
	if !ok {
		return "The template does not fit here: no leaf."
	}
	const most = 6
	var terms []string
	n, peak := len(h.pattern.Samples), h.picture.Format.MaxValue()
	for i := range min(n, most) {
		terms = append(terms, fmt.Sprintf("|%d − %d|", min(h.picture.Sample(-1, x+i%h.pattern.Width, y+i/h.pattern.Width), peak), h.pattern.Samples[i]))
	}
	if n > most {
		terms = append(terms, fmt.Sprintf("… (%d pixels)", n))
	}
	text := fmt.Sprintf("%s = %d.\n%s", strings.Join(terms, " + "), sum, h.relation(sum))
	switch {
	case h.decision.Leaf(h.decision.Sum(h.scores, x, y)):
		return text + ": a leaf."
	case sum <= h.pattern.Most:
		return text + ", but a better hit is near: no leaf."
	}
	return text + ": no leaf."
}

// Comparison returns A at a place and how it compares with the threshold. It does not read the scores.
func (h *Hits) Comparison(x, y int) string {
	sum, ok := h.pattern.Sum(h.picture, x, y)
	switch {
	case !ok:
		return "the template does not fit here"
	case sum <= h.pattern.Most:
		return h.relation(sum) + ": near enough"
	}
	return h.relation(sum) + ": too far"
}

// Plain says in a sentence what A at a place is and what follows, and then how it is computed.
func (h *Hits) Plain(x, y int) [2]string {
	sum, ok := h.pattern.Sum(h.picture, x, y)
	if !ok {
		return [2]string{"The template does not fit here."}
	}
	c := h.comparison(sum)
	return [2]string{fmt.Sprintf("A, %s, is %s: %s.", measuredHere, c.number(uint64(sum), float64(h.pattern.Peak)), c.plain("the threshold")), h.Comparison(x, y)}
}

// comparison returns how a sum compares with the threshold.
func (h *Hits) comparison(sum uint32) comparison {
	c := comparison{high: h.limit, integers: [2]uint64{0, uint64(h.pattern.Most)}, highSign: "≤"}
	if sum > h.pattern.Most {
		c.highSign = ">"
	}
	return c
}

// relation writes out the division of a sum by its peak, and the comparison.
func (h *Hits) relation(sum uint32) string {
	c := h.comparison(sum)
	divisor := strconv.Itoa(h.picture.Format.MaxValue())
	if n := len(h.pattern.Samples); n > 1 {
		divisor = fmt.Sprintf("(%d·%s)", n, divisor)
	}
	return "A = " + c.relation(uint64(sum), float64(h.pattern.Peak), divisor)
}

// Limits returns the condition for leaf pixels in words.
func (h *Hits) Limits() string {
	return "A of at most " + limit(h.limit)
}
