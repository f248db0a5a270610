package decode

import "context"

type outsideKey struct{}

// WithOutside returns a context whose videos call count when they are closed, if they had samples of floats that
// were limited: with the sum of [yuv.Picture.Outside] over the frames read. Any goroutine may call it, and for
// a file that is read twice it is called twice.
func WithOutside(ctx context.Context, count func(path string, samples int64)) context.Context {
	return context.WithValue(ctx, outsideKey{}, count)
}

// countOutside reports a video's limited samples.
func (v *Video) countOutside(ctx context.Context) {
	if count, ok := ctx.Value(outsideKey{}).(func(string, int64)); ok && v.shaper.outside > 0 {
		count(v.path, v.shaper.outside)
	}
}
