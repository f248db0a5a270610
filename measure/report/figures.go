package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// totals are over all videos, without comparisons.
type totals struct {
	Videos, Results     int // videos with several results count once
	Frames              int64
	Duration, Quads     float64
	Damaged             int64
	DamagedVideos       int
	Least, Median, Most float64 // of the videos' means
}

func (c *Corpus) totals() (t totals) {
	names := map[string]bool{}
	var means []float64
	for _, f := range c.Videos {
		names[f.Name] = true
		t.Results++
		t.Frames += f.Frames
		t.Duration += f.Duration
		t.Quads += f.total
		t.Damaged += f.Damaged
		if f.Damaged > 0 {
			t.DamagedVideos++
		}
		if f.Records > 0 {
			means = append(means, f.Mean())
		}
	}
	t.Videos = len(names)
	if len(means) > 0 {
		slices.Sort(means)
		t.Least, t.Median, t.Most = means[0], median(means), means[len(means)-1]
	}
	return t
}

// median returns the median of sorted numbers.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

const (
	// fewest is the least number of videos of equal settings among which one can be an outlier.
	fewest = 8
	// farOut is the distance of an outlier in robust standard deviations (Iglewicz and Hoaglin,
	// "How to Detect and Handle Outliers", 1993).
	farOut = 3.5
	// robust converts the median absolute deviation of a normal distribution to its standard
	// deviation.
	robust = 1.4826
	// mostOutliers is the largest number listed.
	mostOutliers = 24
)

// outlier is a video whose mean number of quads is far from that of the others with its settings.
type outlier struct {
	*Video
	Ratio float64 // its mean divided by the median of the others
	far   float64
}

// outliers compares the logarithms of means, because videos differ by factors. The farthest come
// first.
func (c *Corpus) outliers() (list []outlier) {
	logs := make([][]float64, len(c.Groups))
	for _, f := range c.Videos {
		if f.Records > 0 {
			logs[f.Group] = append(logs[f.Group], math.Log1p(f.Mean()))
		}
	}
	middle, spread := make([]float64, len(logs)), make([]float64, len(logs))
	for i, values := range logs {
		if len(values) < fewest {
			continue
		}
		slices.Sort(values)
		middle[i] = median(values)
		away := make([]float64, len(values))
		for j, v := range values {
			away[j] = math.Abs(v - middle[i])
		}
		slices.Sort(away)
		// Otherwise tiny differences between nearly equal videos would make outliers.
		spread[i] = max(robust*median(away), 0.01)
	}
	for _, f := range c.Videos {
		if f.Records == 0 || spread[f.Group] == 0 {
			continue
		}
		if far := (math.Log1p(f.Mean()) - middle[f.Group]) / spread[f.Group]; math.Abs(far) > farOut {
			list = append(list, outlier{f, f.Mean() / math.Expm1(middle[f.Group]), math.Abs(far)})
		}
	}
	slices.SortStableFunc(list, func(a, b outlier) int { return cmp.Compare(b.far, a.far) })
	return list[:min(len(list), mostOutliers)]
}

// found is a bad frame and its video.
type found struct {
	*Video
	Index   int
	At      bad
	Of      float64 // the video's mean, or 0
	Frame   string
	Time    string
	Value   string
	Command string // may be empty
}

// looks are lists of frames of the whole corpus to look at first.
type looks struct {
	Title, Help string
	Frames      []found
}

// mostLooks is the number of frames of a list of the corpus, no two of one video.
const mostLooks = 6

// looks gathers the worst frame of each video in a few lists.
func (c *Corpus) looks() (lists []looks) {
	gather := func(videos []*Video, title, help string, of int, rank func(*Video, *bad) float64) {
		var list []found
		for i, f := range videos {
			if w := f.worst[of].list; len(w) > 0 {
				if r := rank(f, &w[0]); r > 0 {
					list = append(list, found{Video: f, Index: i, At: w[0], Of: r})
				}
			}
		}
		slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.Of, a.Of) })
		if list = list[:min(len(list), mostLooks)]; len(list) > 0 {
			for i := range list {
				list[i].word(of)
			}
			lists = append(lists, looks{title, help, list})
		}
	}
	ofMean := func(f *Video, b *bad) float64 {
		if f.Records < 2 {
			return 0
		}
		return b.rank / max(1, f.Mean())
	}
	gather(c.Videos, "Damaged frames", "the first of each video, most damaged videos first", damaged, func(f *Video, _ *bad) float64 { return float64(f.Damaged) })
	gather(c.Comparisons, "Lowest PSNR", "of each encode", lowestPSNR, func(_ *Video, b *bad) float64 { return 1 / max(b.value, 1e-3) })
	gather(c.Comparisons, "Most edges lost", "pixels at edges that the encode lacks", mostLost, func(_ *Video, b *bad) float64 { return b.value })
	gather(c.Videos, "Largest change", "from the frame before, relative to the video’s mean", largestChange, ofMean)
	gather(c.Videos, "Highest peak", "quads of a frame, relative to the video’s mean", mostQuads, func(f *Video, b *bad) float64 {
		if r := ofMean(f, b); r > 1.05 {
			return r
		}
		return 0
	})
	return lists
}

// word describes a frame.
func (f *found) word(of int) {
	f.Frame = "–"
	if f.At.index >= 0 {
		f.Frame = grouped(float64(f.At.index), 0)
	}
	f.Time = clock(f.At.time)
	if command := f.command(); command != "" {
		f.Command = command + " " + f.At.start()
	}
	switch w := worsts[of]; {
	case of == damaged:
		f.Value = plural(f.Damaged, "frame")
	case of == largestChange:
		f.Value = signed(f.At.value) + " (" + factor(f.Of) + ")"
	case of == mostQuads:
		f.Value = grouped(f.At.value, 0) + " (" + factor(f.Of) + ")"
	default:
		f.Value = measures[w.of].text(f.At.value)
	}
}

// start returns the flag that makes a video begin at a position.
func (p position) start() string {
	if p.play >= 0 {
		return "--at '#" + strconv.FormatInt(p.play, 10) + "'"
	}
	return "--at " + strconv.FormatFloat(max(0, p.time), 'f', 3, 64)
}

// grouped formats a number with commas between thousands.
func grouped(v float64, digits int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	whole, rest, _ := strings.Cut(text, ".")
	var b strings.Builder
	if v < 0 && strings.Trim(text, "0.") != "" {
		b.WriteString("−")
	}
	for i, digit := range []byte(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(digit)
	}
	if rest != "" {
		b.WriteString("." + rest)
	}
	return b.String()
}

// short abbreviates a number if it is large.
func short(v float64) string {
	switch {
	case v >= 9.995e11:
		return grouped(v/1e12, 2) + " trillion"
	case v >= 9.995e8:
		return grouped(v/1e9, 2) + " billion"
	case v >= 1e7:
		return grouped(v/1e6, 1) + " million"
	}
	return grouped(v, 0)
}

// factor formats a ratio with at least two digits.
func factor(v float64) string {
	if math.IsInf(v, 1) { // the others usually have no quads
		return "∞×"
	}
	digits := 2
	switch {
	case v >= 9.95:
		digits = 0
	case v >= 0.995:
		digits = 1
	}
	return grouped(v, digits) + "×"
}

func signed(v float64) string {
	if v > 0 {
		return "+" + grouped(v, 0)
	}
	return grouped(v, 0)
}

func plural(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return grouped(float64(n), 0) + " " + thing
}

// clock formats seconds as M:SS.mmm or H:MM:SS.mmm.
func clock(seconds float64) string {
	ms := int64(math.Round(math.Abs(seconds) * 1000))
	sign := ""
	if seconds < 0 && ms > 0 {
		sign = "−"
	}
	h, m, s, ms := ms/3600000, ms/60000%60, ms/1000%60, ms%1000
	if h > 0 {
		return sign + strconv.FormatInt(h, 10) + ":" + two(m) + ":" + two(s) + "." + three(ms)
	}
	return sign + strconv.FormatInt(m, 10) + ":" + two(s) + "." + three(ms)
}

// duration formats seconds as M:SS or H:MM:SS; short ones have a decimal.
func duration(seconds float64) string {
	if tenths := int64(math.Round(seconds * 10)); tenths < 600 {
		return "0:" + two(tenths/10) + "." + strconv.FormatInt(tenths%10, 10)
	}
	s := int64(math.Round(seconds))
	if s >= 3600 {
		return grouped(float64(s/3600), 0) + ":" + two(s/60%60) + ":" + two(s%60)
	}
	return strconv.FormatInt(s/60, 10) + ":" + two(s%60)
}

func two(n int64) string   { return strconv.FormatInt(100+n, 10)[1:] }
func three(n int64) string { return strconv.FormatInt(1000+n, 10)[1:] }
