package report

import (
	"slices"
)

// The lists of frames at which to look.
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
	of         measure // what its values are, for those that have any
	change     bool    // they are differences
}{
	mostQuads:     {key: "most", title: "Most quads", of: quads},
	largestChange: {key: "change", title: "Largest change of quads from the frame before", of: quads, change: true},
	damaged:       {key: "damaged", title: "Damaged frames", of: -1},
	lowestPSNR:    {key: "psnr", title: "Lowest PSNR", of: psnr},
	lowestSSIM:    {key: "ssim", title: "Lowest SSIM", of: ssim},
	mostLost:      {key: "lost", title: "Most pixels at edges lost", of: lost},
	missing:       {key: "missing", title: "Frames without a partner", of: -1},
}

const (
	// mostWorst is how many frames a list has at most.
	mostWorst = 5
	// apart is how many seconds they are apart at least, since the neighbours of a bad frame are bad, too. Damaged
	// frames and those without a partner are listed as they come.
	apart = 1.0
)

// moment is a place in a film.
type moment struct {
	index int64 // −1 if it is not known
	time  float64
	play  int64 // the number of the frame in the film that the command plays; −1 if it is not known
}

// bad is a frame of a list.
type bad struct {
	moment
	rank, value float64 // the higher the rank the worse; value is what people read
}

// worst is a list, the worst frame first; of equal ones the earlier.
type worst []bad

// take keeps a frame if it is among the worst and none near it is as bad.
func (w *worst) take(at moment, rank, value float64) {
	if len(*w) == mostWorst && rank <= (*w)[mostWorst-1].rank {
		return
	}
	near := func(b bad) bool { return at.time-b.time < apart && b.time-at.time < apart }
	for _, b := range *w {
		if b.rank >= rank && near(b) {
			return
		}
	}
	*w = slices.DeleteFunc(*w, near)
	i := 0
	for i < len(*w) && (*w)[i].rank >= rank {
		i++
	}
	if len(*w) == mostWorst {
		*w = (*w)[:mostWorst-1]
	}
	*w = slices.Insert(*w, i, bad{at, rank, value})
}

// note keeps a frame if there is room.
func (w *worst) note(at moment, value float64) {
	if len(*w) < mostWorst {
		*w = append(*w, bad{at, 0, value})
	}
}
