package yuv

import "errors"

// Surface holds a picture's samples in the memory of a device, such as its decoder. The picture's
// planes have memory and describe the layout of the samples, but only Fetch fills that memory.
type Surface interface {
	// Fetch copies the samples to the planes' memory, once. Any goroutine may call it. Its error
	// matches [ErrLost].
	Fetch() error
}

// ErrLost means that a device has lost the samples of a picture, which must be decoded again.
var ErrLost = errors.New("the device that decoded it has lost it")

// Fetch makes sure that the samples are in the planes' memory. Call it before reading a picture that
// can have a Surface.
func (p *Picture) Fetch() error {
	if p.Surface == nil {
		return nil
	}
	return p.Surface.Fetch()
}
