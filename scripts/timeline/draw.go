package main

import (
	"fmt"
	"math"
	"strings"
)

const (
	width, height = 720, 300
	left, top     = 40, 10
	plotW, plotH  = 480, 250
	columns       = 60
)

// draw returns a picture of the processors that each kind of work uses, one kind on top of another.
func draw(samples []sample) string {
	first, last := samples[0].at, samples[0].at
	for _, s := range samples {
		first, last = min(first, s.at), max(last, s.at)
	}
	seconds := max(last-first, 1e-3)
	used := make([][columns]float64, len(kinds))
	var sums [columns]float64
	most := 1.0
	for _, s := range samples {
		column := min(int((s.at-first)/seconds*columns), columns-1)
		used[s.kind][column] += columns / (seconds * rate)
		sums[column] += columns / (seconds * rate)
		most = max(most, sums[column])
	}
	most = max(math.Ceil(most-0.25), 1) // a column can have a few samples more than its time
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	var below [columns]float64
	for k := len(kinds) - 1; k >= 0; k-- {
		for column, v := range used[k] {
			h := min(v/most*plotH, plotH-below[column])
			fmt.Fprintf(&b, `<rect x="%d" y="%.1f" width="%d" height="%.1f" fill="%s"/>`+"\n",
				left+column*plotW/columns, top+plotH-below[column]-h, plotW/columns, h, kinds[k].colour)
			below[column] += h
		}
	}
	for v := range int(most) + 1 {
		y := top + plotH - v*plotH/int(most)
		fmt.Fprintf(&b, `<path d="M%d %dh%d" stroke="#ccc"/><text x="%d" y="%d" text-anchor="end">%d</text>`+"\n", left, y, plotW, left-6, y+4, v)
	}
	for i := range 5 {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%.2f s</text>`+"\n", left+i*plotW/4, top+plotH+18, seconds*float64(i)/4)
	}
	for i, k := range kinds {
		y := top + 20 + 20*i
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="12" height="12" fill="%s"/><text x="%d" y="%d">%s</text>`+"\n", left+plotW+16, y, k.colour, left+plotW+34, y+10, k.name)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">processors over time</text>`+"\n</svg>\n", left+plotW/2, height-8)
	return b.String()
}
