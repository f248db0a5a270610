package histogram

import "slices"

// Cuts finds cuts in the pictures of a video, which come one after another with what each one's
// predecessor says about it, see [Joint.Kept]. A cut is where that is less than two fifths of what is
// usual around, or by 0.45 less: the median of up to eight pictures before and eight after. Of neighbours only the
// lowest is one. Slow fades and fast motion, in which many pictures in a row have little to do with the
// one before, are none. The zero value is ready.
type Cuts struct {
	window [2*around + 1]kept // the newest last
	n      int                // of the window's
}

const (
	around  = 8    // pictures on either side
	unusual = 0.4  // of the median
	less    = 0.45 // than the median
)

// kept is one picture's.
type kept struct {
	time  float64
	part  float64
	known bool
}

// Add takes the next picture: its time, and what the one before says about it, if that is known.
// It returns the time of a cut eight pictures ago, if there was one.
func (c *Cuts) Add(time, part float64, known bool) (cut float64, found bool) {
	copy(c.window[:], c.window[1:])
	c.window[2*around] = kept{time, part, known}
	c.n = min(c.n+1, len(c.window))
	return c.judge()
}

// End returns the cuts among the last pictures, and begins anew.
func (c *Cuts) End() (cuts []float64) {
	for range around {
		if cut, found := c.Add(0, 0, false); found {
			cuts = append(cuts, cut)
		}
	}
	*c = Cuts{}
	return cuts
}

// judge decides about the picture in the middle of the window.
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
