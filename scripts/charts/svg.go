package main

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// A group of bars under a heading. A bar's value is the CSV file's number.
type (
	group struct {
		name string
		bars []bar
	}
	bar struct{ name, value string }
)

// Pixels of a chart.
const (
	width      = 640
	margin     = 20
	head       = 74  // title and note
	left       = 205 // start of the bars
	longest    = 345 // the longest bar; its value follows
	barHeight  = 16
	barStep    = 21
	groupHead  = 26
	groupSpace = 12
)

// The colours follow the system's light or dark mode. A chart has a background, so that it is
// legible on any page.
const style = `text{font:14px system-ui,sans-serif;fill:#1f2328}.t{font-size:18px;font-weight:600}.g{font-weight:600}.n{fill:#59636e}.b{fill:#fff;stroke:#d1d9e0}.o{fill:#8c959f}.f{fill:#0969da}.l{stroke:#d1d9e0}` +
	`@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.n{fill:#9198a1}.b{fill:#0d1117;stroke:#3d444d}.o{fill:#656c76}.f{fill:#4493f8}.l{stroke:#3d444d}}`

// draw returns a chart as SVG. Bars of ffkvadrat are highlighted.
func draw(c *source, groups []group) (string, error) {
	values := map[string]float64{}
	lowest, highest, height := math.Inf(1), 0., head
	for _, g := range groups {
		for _, b := range g.bars {
			v, err := strconv.ParseFloat(b.value, 64)
			if err != nil || v <= 0 {
				return "", fmt.Errorf("%s, %s: %q is not a positive number", g.name, b.name, b.value)
			}
			values[b.value] = v
			lowest, highest = min(lowest, v), max(highest, v)
		}
		height += groupHead + len(g.bars)*barStep + groupSpace
	}
	length := func(v float64) float64 { return longest * v / highest }
	var lines []float64
	if c.log {
		first := math.Floor(math.Log10(lowest))
		scale := longest / (math.Log10(highest) - first)
		length = func(v float64) float64 { return scale * (math.Log10(v) - first) }
		for power := first + 1; power <= math.Log10(highest); power++ {
			lines = append(lines, left+scale*(power-first))
		}
	}

	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", width, height)
	fmt.Fprintf(&s, "<title>%s</title>\n<style>%s</style>\n", html.EscapeString(c.title), style)
	fmt.Fprintf(&s, `<rect class="b" x="0.5" y="0.5" width="%d" height="%d" rx="8"/>`+"\n", width-1, height-1)
	text := func(class, anchor string, x float64, y int, words string) {
		fmt.Fprintf(&s, `<text class="%s" text-anchor="%s" x="%.1f" y="%d">%s</text>`+"\n", class, anchor, x, y, html.EscapeString(words))
	}
	text("t", "start", margin, 32, c.title)
	text("n", "start", margin, 54, c.note)
	for _, x := range lines {
		fmt.Fprintf(&s, `<path class="l" d="M%.1f %dV%d"/>`+"\n", x, head, height-groupSpace)
	}
	y := head
	for _, g := range groups {
		text("g", "start", margin, y+16, g.name)
		y += groupHead
		for _, b := range g.bars {
			class, long := "o", length(values[b.value])
			if strings.HasPrefix(b.name, "ffkvadrat") || b.name == ".ffq" {
				class = "f"
			}
			text("n", "end", left-8, y+13, b.name)
			fmt.Fprintf(&s, `<rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>`+"\n", class, left, y, long, barHeight)
			text("v", "start", left+long+6, y+13, thousands(b.value))
			y += barStep
		}
		y += groupSpace
	}
	s.WriteString("</svg>\n")
	return s.String(), nil
}
