package compare

import (
	"context"
	"fmt"
	"io"
	"sync"

	"ffkvadrat/measure/align"
	"ffkvadrat/measure/fit"
)

// Pair is a frame of a reference, and the frame of an encode that belongs to it.
type Pair struct {
	Reference, Encode float64 // times in seconds after the first frame of each video
	Number            int64   // of the encode's frame; −1 if the encode does not have it
}

// Pairs calls found for each frame of a reference, in order, with frames matched by numbers or by
// contents. It uses the names, Align and Begins of the options, and the first encode; it decodes both
// videos once. fitter converts the encode's pictures; it is closed at the end.
func Pairs(ctx context.Context, o Options, fitter *fit.Fitter, found func(Pair)) error {
	for _, name := range [...]string{o.Reference, o.Encodes[0]} {
		if once(ctx, name) {
			fitter.Close()
			return fmt.Errorf("%s: it cannot be read twice, so its frames can only be matched by their times", name)
		}
	}
	var at [2]times
	f := find(ctx, &o, o.Encodes[0], 1, fitter, &at)
	defer f.close()
	for {
		s, err := f.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case !s.Kind.OfReference():
			continue
		}
		p := Pair{Reference: at[0].at(s.Reference), Number: s.Encode}
		if s.Kind != align.Missing {
			p.Encode = at[1].at(s.Encode)
		}
		found(p)
	}
}

// counted returns the steps by numbers up to the reference's last frame, without the frames that only
// the encode has. It reads both videos to count their frames.
func counted(reference, encode align.Source, offset int64) func() (align.Step, error) {
	var none align.Print
	n, read, ended := int64(-1), int64(0), false
	return func() (align.Step, error) {
		if err := reference(&none); err != nil {
			return align.Step{}, err
		}
		n++
		for ; read <= n-offset && !ended; read++ {
			if err := encode(&none); err == io.EOF {
				ended = true
				break
			} else if err != nil {
				return align.Step{}, err
			}
		}
		if n < offset || n-offset >= read {
			return align.Step{Kind: align.Missing, Reference: n, Encode: -1}, nil
		}
		return align.Step{Kind: align.Match, Reference: n, Encode: n - offset}, nil
	}
}

// times are the times of a video's frames. Any goroutine may use them.
type times struct {
	mu   sync.Mutex
	list []float64
}

func (t *times) add(seconds float64) {
	t.mu.Lock()
	t.list = append(t.list, seconds)
	t.mu.Unlock()
}

func (t *times) at(n int64) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.list[n]
}
