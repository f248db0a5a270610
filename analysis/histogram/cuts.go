package histogram

import "slices"

// Cuts finds the cuts of a video. Its input is, frame by frame, the part of the frame's entropy
// that the previous frame explains, see [Joint.Kept]. A frame begins after a cut if its part is
// less than two fifths of the usual part, or less by 0.45. The usual part is the median of up to
// eight frames before and eight after. Of adjacent candidates only the lowest is a cut. Slow fades
// and fast motion, in which many consecutive frames have low parts, are not cuts. The zero value is
// ready.
type Cuts struct {
	window [2*around + 1]entry // the newest last
	n      int                 // frames in the window
}

const (
	around  = 8    // frames on either side
	unusual = 0.4  // as a part of the median
	less    = 0.45 // below the median
)

// entry is a frame in the window.
type entry struct {
	time  float64
	part  float64
	known bool
}

// Add takes the next frame: its time, and the part that the previous frame explains, if known. It
// returns the time of the frame eight frames ago, if that is a cut.
func (c *Cuts) Add(time, part float64, known bool) (cut float64, found bool) {
	copy(c.window[:], c.window[1:])
	c.window[2*around] = entry{time, part, known}
	c.n = min(c.n+1, len(c.window))
	return c.judge()
}

// End returns the cuts among the last frames, and begins anew.
func (c *Cuts) End() (cuts []float64) {
	for range around {
		if cut, found := c.Add(0, 0, false); found {
			cuts = append(cuts, cut)
		}
	}
	*c = Cuts{}
	return cuts
}

// judge decides about the frame in the middle of the window.
func (c *Cuts) judge() (cut float64, found bool) {
	middle := c.window[around]
	if c.n <= around || !middle.known {
		return 0, false
	}
	var others [2 * around]float64
	n := 0
	for i, k := range c.window {
		if i == around || !k.known {
			continue
		}
		if i == around-1 && k.part <= middle.part || i == around+1 && k.part < middle.part {
			return 0, false
		}
		others[n] = k.part
		n++
	}
	if n == 0 {
		return 0, false
	}
	slices.Sort(others[:n])
	median := others[n/2]
	return middle.time, middle.part < max(unusual*median, median-less)
}
