package render

// load is how many pictures are on their way at the same time.
type load struct {
	ahead      int // that wait, decoded, to be asked for
	slides     int // between the analysis and the end of their encoding
	painters   int // of the slides' being painted
	goroutines int // that paint one of these
}

// mostPainters is how many goroutines paint where there are as many cores.
const mostPainters = 4

// roomForPictures is the memory that bounds a load, in bytes. At 1080p there is
// room for all that is useful.
const roomForPictures = 64 << 20

// newLoad keeps the cores busy with pictures of some bytes in RGB: small ones are
// painted side by side, of large ones no more than there is room for, and one at
// least, by several goroutines each. One is enough to be painted while the one
// before is encoded and the next one decoded.
func newLoad(bytes, room int64, cores int) load {
	fits := func(most int) int { return int(min(max(room/max(bytes, 1), 1), int64(most))) }
	workers := min(cores, mostPainters)
	l := load{painters: fits(workers)}
	l.ahead = fits(5) - 1           // beside the one that is decoded
	l.slides = l.painters + fits(2) // one to encode, one to analyse
	l.goroutines = (workers + l.painters - 1) / l.painters
	return l
}
