package yuv

import "errors"

// Surface has a picture's samples in the memory of a device, such as the one that decoded it.
// The picture's planes have their memory and say how the samples lie in it, but it is filled
// only by Fetch.
type Surface interface {
	// Fetch copies the samples to the planes' memory, unless it has done so. Any goroutine may
	// call it. An error matches [ErrLost].
	Fetch() error
}

// ErrLost means that a device has lost the samples of a picture, which has to be decoded again.
var ErrLost = errors.New("the device that decoded it has lost it")

// Fetch makes sure that the samples are in the planes' memory. Whatever reads pictures that
// may have a Surface calls it before.
func (p *Picture) Fetch() error {
	if p.Surface == nil {
		return nil
	}
	return p.Surface.Fetch()
}
