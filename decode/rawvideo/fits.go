package rawvideo

import "slices"

// Bytes returns the number of bytes of a frame of a layout, 0 if there is no such frame.
type Bytes func(l Layout) int64

// mostFits limits the number of layouts that Fits returns.
const mostFits = 10

// common are the sizes of videos, the usual ones first.
var common = [][2]int{
	{1920, 1080}, {3840, 2160}, {1280, 720}, {352, 288}, {832, 480}, {416, 240}, {640, 480}, {640, 360}, {720, 576}, {720, 480}, {176, 144},
	{4096, 2160}, {2560, 1600}, {2560, 1440}, {1024, 768}, {854, 480}, {704, 576}, {960, 540}, {352, 240}, {320, 240}, {320, 180}, {480, 270}, {1080, 1920},
	{7680, 4320}, {2048, 1080}, {1440, 1080}, {1920, 1200}, {768, 576}, {800, 600}, {1600, 1200}, {512, 512}, {256, 256}, {1024, 1024}, {128, 96},
}

// CommonSizes returns the sizes of videos, the usual ones first.
func CommonSizes() [][2]int { return slices.Clone(common) }

// usual are pixel formats, the likely ones first. Of formats with the same number of bytes one is
// enough, because the length cannot tell which one it is.
var usual = func() (names []string) {
	for i := range known {
		if !known[i].alike {
			names = append(names, known[i].name)
		}
	}
	return names
}()

// weight says for how many places in the list of sizes a format counts.
const weight = 8

// Fits returns layouts whose frames fill a file of some length completely, the likely ones first. like
// has what is known already: its rate and offset are in all of them, and its size, if it has one, comes
// first.
func Fits(length int64, like Layout, bytes Bytes) (fits []Layout) {
	length -= like.Offset
	if like.Rate == (Rate{}) {
		like.Rate = DefaultRate
	}
	try := func(size [2]int, format string) {
		l := like
		l.Width, l.Height, l.PixelFormat = size[0], size[1], format
		if n := bytes(l); n > 0 && length > 0 && length%n == 0 && len(fits) < mostFits {
			fits = append(fits, l)
		}
	}
	first := [2]int{like.Width, like.Height}
	if like.Width > 0 {
		for _, format := range usual {
			try(first, format)
		}
	}
	for rank := range len(common) + weight*len(usual) {
		for i, format := range usual {
			if j := rank - weight*i; j >= 0 && j < len(common) && common[j] != first {
				try(common[j], format)
			}
		}
	}
	return fits
}
