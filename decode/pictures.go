package decode

import (
	"context"

	"ffkvadrat/yuv"
)

// Pictures says what of a decoded video is a picture.
type Pictures struct {
	Fields yuv.Fields // with [yuv.BothFields], frame i gives the pictures 2i and 2i+1
	Grain  yuv.Grain
}

type picturesKey struct{}

// WithPictures returns a context under which [OpenVideo] gives such pictures. Every package that opens a
// video takes them from its context; without them a picture is a whole frame.
func WithPictures(ctx context.Context, p Pictures) context.Context {
	return context.WithValue(ctx, picturesKey{}, p)
}

// PicturesOf returns what WithPictures has set.
func PicturesOf(ctx context.Context) Pictures {
	p, _ := ctx.Value(picturesKey{}).(Pictures)
	return p
}

// parity is a field's place in its frame. A whole frame counts as top.
type parity uint8

const (
	top parity = iota
	bottom
)

// parityOf returns the parity of the first or the second field of a frame.
func parityOf(fields yuv.Fields, order yuv.Interlacing, second bool) parity {
	switch fields {
	case yuv.BottomFields:
		return bottom
	case yuv.BothFields:
		// A progressive frame gives its top field first.
		if (order == yuv.BottomFirst) != second {
			return bottom
		}
	}
	return top
}
