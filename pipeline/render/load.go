package render

// load is the number of frames in flight at each stage.
type load struct {
	ahead      int // decoded, waiting for the analysis
	slides     int // from the analysis to the end of encoding
	painters   int // slides painted concurrently
	goroutines int // goroutines that paint one slide
}

// mostPainters is the largest number of goroutines that paint.
const mostPainters = 4

// pictureMemory limits the memory of a load, in bytes. At 1080p it suffices for all useful
// concurrency.
const pictureMemory = 64 << 20

// newLoad returns the load that keeps the cores busy with frames of some bytes in RGB. Small frames
// are painted concurrently. Of large ones there are only as many as memory allows, and at least
// one, painted by several goroutines each. One is enough for painting to overlap with encoding the
// previous frame and decoding the next one.
func newLoad(bytes, memory int64, cores int) load {
	fits := func(most int) int { return int(min(max(memory/max(bytes, 1), 1), int64(most))) }
	workers := min(cores, mostPainters)
	l := load{painters: fits(workers)}
	l.ahead = fits(5) - 1           // besides the one being decoded
	l.slides = l.painters + fits(2) // one being encoded, one being analysed
	l.goroutines = (workers + l.painters - 1) / l.painters
	return l
}
