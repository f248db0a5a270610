package report

import (
	"fmt"
	"math"
	"path"

	"ffkvadrat/measure/align"
)

// Kind is the kind of a result.
type Kind int

const (
	Export     Kind = iota // lists of quads, which are counted here
	Summary                // counts
	Comparison             // of an encode with its reference
)

func (k Kind) String() string { return [...]string{"export", "summary", "comparison"}[k] }

// Video is what a result says about a video, or a comparison about one of its encodes.
type Video struct {
	Name   string // the video's name, derived from the result's, or the encode's
	File   string // the result's path in the folder
	Kind   Kind
	Path   string // the video as it was named, or empty; for a comparison the reference
	Encode string // for a comparison: the encode as it was named

	Codec, PixFmt string
	Width, Height int  // 0 if unknown
	Resized       bool // some frames have other sizes
	Rate          float64
	Frames        int64 // for a comparison: of the reference, matched or not
	Records       int64 // fewer than frames if these are in windows of cubes
	Missing       int64 // for a comparison: unmatched frames
	Damaged       int64 // frames marked as damaged, or after decode errors
	Errors        int64 // decode errors
	Duration      float64
	Settings      Settings
	Group         int   // index of the corpus's group of settings
	Fault         error // why there may have been more frames

	shows       bool       // the playground can show the lists
	web         string     // address that opens the video and the lists in the playground, or empty
	align       align.Rule // for a comparison: how frames are matched
	stream      *int       // its number in the file at Path; nil if unknown
	start, span float64    // the first frame's time, and the distance of the last one
	first, step int64      // the first frame's number, and the step; −1 if they are not regular
	curves      [measureCount]curve
	worst       [worstCount]worst
	hurt        marks   // damaged frames
	gaps        marks   // for a comparison: unmatched frames
	strays      marks   // for a comparison: the frames before which the encode has others
	total       float64 // quads of all frames
}

// Base returns the name without its folders.
func (f *Video) Base() string { return path.Base(f.Name) }

// Mean returns the mean number of quads of a frame, or of a window of cubes.
func (f *Video) Mean() float64 { return f.curves[quads].mean(false) }

// has reports whether a video has a measure.
func (f *Video) has(m measure) bool { return f.curves[m].known+f.curves[m].infinite > 0 }

// row is what a result says about a frame, or about a window of frames.
type row struct {
	index         int64 // −1 if unknown
	play          int64 // see position
	time          float64
	width, height int // 0 if they are the header's
	frames        int64
	corrupt       bool
	errors        int64
	alone         bool // for a comparison: the frame is unmatched
	stray         bool // for a comparison: it is a frame of the encode that the reference lacks
	values        [measureCount]float64
}

// clear resets the row to a frame about which nothing is known.
func (r *row) clear() {
	*r = row{index: -1, play: -1, frames: 1}
	for m := range r.values {
		r.values[m] = math.NaN()
	}
}

// gathering builds a Video from its rows, in order.
type gathering struct {
	video     *Video
	last      int64 // the number of the previous row
	highest   int64 // the highest number so far, or −1
	latest    float64
	lastCount float64 // its number of quads, NaN before the first row
}

func newGathering(f *Video) *gathering {
	return &gathering{video: f, lastCount: math.NaN(), highest: -1}
}

// add adds a row; it fails if the row's number is not above the previous ones.
func (g *gathering) add(r *row) error {
	f := g.video
	if r.stray {
		f.strays.add(f.Records)
		return nil
	}
	if r.index >= 0 && r.index <= g.highest {
		return fmt.Errorf("frame_index %d does not ascend", r.index)
	}
	g.highest = max(g.highest, r.index)
	if f.Records == 0 {
		f.start, f.first, f.step, g.latest = r.time, r.index, 1, r.time
	} else {
		g.follow(r)
	}
	if r.width != 0 {
		switch {
		case f.Width == 0:
			f.Width, f.Height = r.width, r.height
		case f.Width != r.width || f.Height != r.height:
			f.Resized = true
		}
	}
	for m := range measureCount {
		f.curves[m].add(f.Records, r.values[m], measures[m].decibels)
	}
	at := position{r.index, r.time, r.play}
	count := r.values[quads]
	if !math.IsNaN(count) {
		f.total += count
		f.worst[mostQuads].take(f.Records, bad{at, count, count})
		if !math.IsNaN(g.lastCount) && count != g.lastCount {
			f.worst[largestChange].take(f.Records, bad{at, math.Abs(count - g.lastCount), count - g.lastCount})
		}
		g.lastCount = count
	}
	if r.corrupt || r.errors > 0 {
		f.Damaged++
		f.hurt.add(f.Records)
		f.Errors += r.errors
		f.worst[damaged].note(bad{at, 0, float64(r.errors)})
	}
	if r.alone {
		f.Missing++
		f.gaps.add(f.Records)
		f.worst[missing].note(bad{at, 0, 0})
	}
	if v := r.values[psnr]; !math.IsNaN(v) && !math.IsInf(v, 0) {
		f.worst[lowestPSNR].take(f.Records, bad{at, -v, v})
	}
	if v := r.values[ssim]; !math.IsNaN(v) && v < 1 {
		f.worst[lowestSSIM].take(f.Records, bad{at, -v, v})
	}
	if v := r.values[lost]; v > 0 {
		f.worst[mostLost].take(f.Records, bad{at, v, v})
	}
	f.Records++
	f.Frames += r.frames
	g.last = r.index
	return nil
}

// follow compares a row's number and time with those of the previous row.
func (g *gathering) follow(r *row) {
	f := g.video
	g.latest = max(g.latest, r.time)
	if f.first < 0 || r.index < 0 {
		f.first = -1
		return
	}
	step := r.index - g.last
	if f.Records == 1 {
		f.step = step
	}
	if step != f.step || step <= 0 {
		f.first = -1
	}
}

// end computes what is known only at the end, and packs the curves. The last frame's duration is
// the mean of the others'.
func (g *gathering) end() {
	f := g.video
	f.span = max(0, g.latest-f.start)
	switch {
	case f.Records > 1:
		f.Duration = f.span * float64(f.Records) / float64(f.Records-1)
	case f.Records == 1 && f.Rate > 0:
		f.Duration = float64(f.Frames) / f.Rate
	}
	for m := range f.curves {
		f.curves[m].pack(measures[m].fromZero)
	}
	for i := range f.worst {
		f.worst[i].end(f.span)
	}
	for _, m := range [...]*marks{&f.hurt, &f.gaps, &f.strays} {
		m.end()
	}
}
