package report

import (
	"cmp"
	"math"
	"slices"
)

// The lists of worst frames.
const (
	mostQuads = iota
	largestChange
	damaged
	lowestPSNR
	lowestSSIM
	mostLost
	missing
	worstCount
)

// worsts has a row for each list.
var worsts = [worstCount]struct {
	key, title string
	of         measure // the measure of its values, if they have one
	change     bool    // the values are differences
}{
	mostQuads:     {key: "most", title: "Most quads", of: quads},
	largestChange: {key: "change", title: "Largest change of quads", of: quads, change: true},
	damaged:       {key: "damaged", title: "Damaged frames", of: -1},
	lowestPSNR:    {key: "psnr", title: "Lowest PSNR", of: psnr},
	lowestSSIM:    {key: "ssim", title: "Lowest SSIM", of: ssim},
	mostLost:      {key: "lost", title: "Most pixels at edges lost", of: lost},
	missing:       {key: "missing", title: "Unmatched frames", of: -1},
}

const (
	// mostWorst is the largest number of frames of a list.
	mostWorst = 5
	// apart is the least distance of a list's frames in seconds, because the neighbours of a bad
	// frame are bad, too; in short videos a tenth of the video. Damaged and unmatched frames are
	// listed without it.
	apart = 1.0
)

// position is a place in a video.
type position struct {
	index int64 // −1 if unknown
	time  float64
	play  int64 // the number of the frame in the video that the command plays; −1 if unknown
}

// bad is a frame of a list.
type bad struct {
	position
	rank, value float64 // a higher rank is worse; value is for people
}

// worst is a list while its video is read: the worst frame of each bin of a curve, of equal ones
// the first.
type worst struct {
	bins  []bad
	width int64
	list  []bad // the worst frame first, after the last frame
}

// none is a bin without a frame.
var none = bad{rank: math.Inf(-1)}

// take takes frame n. Frames come in order.
func (w *worst) take(n int64, b bad) {
	for w.width = max(w.width, 1); n/w.width >= mostBins; w.width *= 2 {
		half := w.bins[:0]
		for i := 0; i < len(w.bins); i += 2 {
			kept := w.bins[i]
			if i+1 < len(w.bins) && w.bins[i+1].rank > kept.rank {
				kept = w.bins[i+1]
			}
			half = append(half, kept)
		}
		w.bins = half
	}
	at := int(n / w.width)
	for len(w.bins) <= at {
		w.bins = append(w.bins, none)
	}
	if b.rank > w.bins[at].rank {
		w.bins[at] = b
	}
}

// note keeps a frame if the list is not full.
func (w *worst) note(b bad) {
	if len(w.list) < mostWorst {
		w.list = append(w.list, b)
	}
}

// end selects the worst frames of a video that lasts span seconds: repeatedly the worst one that is
// not near another one.
func (w *worst) end(span float64) {
	least := min(apart, span/10)
	slices.SortStableFunc(w.bins, func(a, b bad) int { return cmp.Compare(b.rank, a.rank) })
	for _, b := range w.bins {
		near := func(c bad) bool { return math.Abs(b.time-c.time) < least }
		if b != none && len(w.list) < mostWorst && !slices.ContainsFunc(w.list, near) {
			w.list = append(w.list, b)
		}
	}
	w.bins = nil
}
