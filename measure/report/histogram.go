package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// plot is a stacked histogram of the videos' means, with a bar for each bin and a part for each
// group of settings.
type plot struct {
	Width, Height, Base int
	Bars                []bar
	X, Y                []tick
	Logarithmic         bool
}

type bar struct {
	X, Y, Width, Height int
	Group               int // colour in the style; the last one stands for all other groups
	Letter              string
	Title               string
	Low, High           string // the bin's range, as the script reads it
}

type tick struct {
	At   int
	Text string
}

const (
	plotBins = 32
	// The picture, and the margins around the bars.
	plotWidth, plotHeight         = 720, 190
	plotLeft, plotBase            = 40, 160
	plotTop, plotRight            = 12, 10
	binWidth                      = (plotWidth - plotLeft - plotRight) / plotBins
	colours                       = 6  // number of groups that have their own colour
	manyfold                      = 20 // ratio of the means from which on the scale is logarithmic
	mostTicks                     = 4
	leastLogarithmic      float64 = 1
)

// plot returns nil if there are no means.
func (c *Corpus) plot() *plot {
	var means []float64
	for _, f := range c.Videos {
		if f.Records > 0 {
			means = append(means, f.Mean())
		}
	}
	if len(means) == 0 {
		return nil
	}
	p := &plot{Width: plotWidth, Height: plotHeight, Base: plotBase}
	low, high := slices.Min(means), slices.Max(means)
	p.Logarithmic = high > manyfold*max(low, leastLogarithmic)
	to, from := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if p.Logarithmic {
		to = func(v float64) float64 { return math.Log10(max(v, leastLogarithmic)) }
		from = func(v float64) float64 { return math.Pow(10, v) }
	}
	ticks, step := p.scale(to(low), to(high))
	start, end := ticks[0], ticks[len(ticks)-1]
	width := (end - start) / plotBins
	counts := make([][plotBins]int, len(c.Groups))
	var all [plotBins]int
	for _, f := range c.Videos {
		if f.Records > 0 {
			at := min(plotBins-1, int((to(f.Mean())-start)/width))
			counts[f.Group][at]++
			all[at]++
		}
	}
	most := slices.Max(all[:])
	for at := range plotBins {
		y := plotBase
		lo, hi := from(start+float64(at)*width), from(start+float64(at+1)*width)
		if at == 0 && p.Logarithmic && start == 0 {
			lo = 0
		}
		ends := [2]string{strconv.FormatFloat(lo, 'g', 8, 64), strconv.FormatFloat(hi, 'g', 8, 64)}
		if at == 0 {
			ends[0] = "-Infinity"
		}
		if at == plotBins-1 {
			ends[1] = "Infinity"
		}
		drawn := 0
		for g := range counts {
			n := counts[g][at]
			if n == 0 {
				continue
			}
			// From the height of the whole bar, so that rounding errors do not add up.
			drawn += n
			top := plotBase - int(math.Round(float64(drawn)/float64(most)*(plotBase-plotTop)))
			p.Bars = append(p.Bars, bar{
				X: plotLeft + at*binWidth, Y: top, Width: binWidth - 2, Height: max(1, y-top), Group: min(g, colours), Letter: c.Groups[g].Letter,
				Title: fmt.Sprintf("%s to %s quads: %s with settings %s", grouped(lo, 0), grouped(hi, 0), plural(int64(n), "video"), c.Groups[g].Letter),
				Low:   ends[0], High: ends[1],
			})
			y = top
		}
	}
	for _, t := range ticks {
		text := grouped(from(t), 0)
		if !p.Logarithmic && step < 1 {
			text = grouped(t, 2)
		}
		p.X = append(p.X, tick{plotLeft + int(math.Round((t-start)/(end-start)*plotBins*binWidth)), text})
	}
	each := max(1, int(nice(float64(most)/mostTicks)))
	for n := 0; n <= most; n += each {
		p.Y = append(p.Y, tick{plotBase - int(math.Round(float64(n)/float64(most)*(plotBase-plotTop))), grouped(float64(n), 0)})
	}
	return p
}

// scale returns ticks around two ends: powers of ten if the scale is logarithmic and wide enough, else round numbers.
func (p *plot) scale(low, high float64) (ticks []float64, step float64) {
	if p.Logarithmic {
		// 1, 2 and 5 times each power of ten, from the last one below to the first one above.
		var all []float64
		for power := math.Floor(low); power <= math.Ceil(high); power++ {
			for _, m := range []float64{1, 2, 5} {
				all = append(all, power+math.Log10(m))
			}
		}
		first, last := 0, len(all)-1
		for first+1 < len(all) && all[first+1] <= low {
			first++
		}
		for last > first+1 && all[last-1] > high {
			last--
		}
		return all[first : last+1], 1
	}
	if high == low {
		low, high = low-max(0.5, low/2), high+max(0.5, high/2)
	}
	step = nice((high - low) / 6)
	for t := math.Floor(low/step) * step; ; t += step {
		ticks = append(ticks, max(0, t))
		if t > high {
			return ticks, step
		}
	}
}

// nice returns the smallest of 1, 2 and 5 times a power of ten that is at least v.
func nice(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}
