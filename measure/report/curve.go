package report

import (
	"encoding/base64"
	"math"
	"strconv"
)

// mostBins is the largest number of bins of a curve. With more frames than that, it has at least
// half as many bins.
const mostBins = 200

// curve is a measure over time, of any number of frames in few bins. A bin keeps the minimum and
// the maximum of its frames, so a single frame that stands out stays visible.
type curve struct {
	bins  []bin
	width int64 // frames a bin, a power of two

	known, infinite int64   // frames whose value is finite, or infinite
	sum             float64 // for decibels, the sum of errors
	min, max        float64

	packed string // all bins, after the last frame
	spark  spark  // a small picture of them
}

// spark is a small curve (a sparkline) as the data of an SVG path, and its width.
type spark struct {
	path  string
	width int
}

// pack packs the bins into a few bytes.
func (c *curve) pack(fromZero bool) {
	c.packed, c.spark = c.text(), c.draw(fromZero)
	c.bins = nil
}

type bin struct{ min, max float64 }

var empty = bin{math.Inf(1), math.Inf(-1)}

// add adds the value of frame n, NaN if it has none. Frames come in order.
func (c *curve) add(n int64, v float64, decibels bool) {
	switch {
	case math.IsNaN(v):
		return
	case math.IsInf(v, 0):
		c.infinite++
		return
	}
	if c.known == 0 {
		c.min, c.max, c.width = v, v, max(c.width, 1)
	}
	c.known++
	if decibels {
		c.sum += math.Pow(10, -v/10)
	} else {
		c.sum += v
	}
	c.min, c.max = min(c.min, v), max(c.max, v)
	for n/c.width >= mostBins {
		c.halve()
	}
	at := int(n / c.width)
	for len(c.bins) <= at {
		c.bins = append(c.bins, empty)
	}
	b := &c.bins[at]
	b.min, b.max = min(b.min, v), max(b.max, v)
}

// halve merges pairs of bins.
func (c *curve) halve() {
	c.bins = paired(c.bins)
	c.width *= 2
}

// paired returns bins that each merge two of the given ones.
func paired(bins []bin) []bin {
	to := make([]bin, 0, mostBins)
	for i := 0; i < len(bins); i += 2 {
		b := bins[i]
		if i+1 < len(bins) {
			b.min, b.max = min(b.min, bins[i+1].min), max(b.max, bins[i+1].max)
		}
		to = append(to, b)
	}
	return to
}

// mean returns the mean of the frames that have the value: infinite only if all of them are.
func (c *curve) mean(decibels bool) float64 {
	switch {
	case c.known == 0:
		return math.Inf(1)
	case decibels:
		return -10 * math.Log10(c.sum/float64(c.known+c.infinite))
	}
	return c.sum / float64(c.known)
}

// steps is the largest byte, which stands for a curve's maximum; 1 stands for its minimum, and 0
// for a bin without a value. A large curve has hardly more pixels in height.
const steps = 1<<8 - 1

// text returns bins as base64 text: two bytes each, the minimum and the maximum, or one if a bin is
// a frame.
func (c *curve) text() string {
	code := func(v float64) byte {
		switch {
		case math.IsInf(v, 0):
			return 0
		case c.max == c.min:
			return 1
		}
		return 1 + byte(math.Round((v-c.min)/(c.max-c.min)*(steps-1)))
	}
	data := make([]byte, 0, 2*len(c.bins))
	for _, b := range c.bins {
		if data = append(data, code(b.min)); c.width > 1 {
			data = append(data, code(b.max))
		}
	}
	return base64.StdEncoding.EncodeToString(data)
}

// The size of a small curve: a bin is one unit wide.
const (
	sparkBins   = 100
	sparkHeight = 30
)

// draw returns the small curve: a band from the minima to the maxima. Bins without a value are at
// the bottom.
func (c *curve) draw(fromZero bool) spark {
	bins := c.bins
	for len(bins) > sparkBins {
		bins = paired(bins)
	}
	least := c.min
	if fromZero {
		least = min(0, least)
	}
	y := func(v float64) int {
		if c.max == least || math.IsInf(v, 0) {
			return sparkHeight
		}
		return sparkHeight - int(math.Round((v-least)/(c.max-least)*sparkHeight))
	}
	if c.known == 0 {
		return spark{"", 1}
	}
	b := []byte("M0 ")
	at := y(bins[0].max)
	if len(bins) == 1 {
		return spark{string(strconv.AppendInt(b, int64(at), 10)) + "h1", 1}
	}
	b = strconv.AppendInt(b, int64(at), 10)
	to := func(dx string, v float64) {
		next := y(v)
		b = append(b, dx...)
		if next >= at {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(next-at), 10)
		at = next
	}
	b = append(b, 'l')
	for i := range bins {
		dx := " 1"
		if i == 0 {
			dx = "0" // the path goes through the middles of bins
		}
		to(dx, bins[i].max)
	}
	to(" 0", bins[len(bins)-1].min)
	for i := len(bins) - 2; i >= 0; i-- {
		to("-1", bins[i].min)
	}
	return spark{string(append(b, 'z')), len(bins) - 1}
}
