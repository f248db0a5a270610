package pipeline

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"ffkvadrat/decode"
)

func open(t *testing.T, clip string) *decode.Video {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), "../samples/"+clip, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// take runs a pass through a video. It returns the times of the chosen frames relative to the first
// one, in frames of 1/25 s, and Part at the end.
func take(t *testing.T, v *decode.Video, s Selection, numbers bool) (chosen []int, part float64, err error) {
	t.Helper()
	pass, err := s.start(v, numbers)
	if err != nil {
		return nil, 0, err
	}
	for !pass.full() {
		f, err := v.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		verdict := pass.take(f)
		at, index := int(math.Round((f.Time-v.Info().Start)*25)), f.Index
		f.Release()
		if verdict == past {
			break
		}
		if verdict == choose {
			chosen = append(chosen, at)
			if numbers && index != int64(at) {
				t.Errorf("%+v: frame %d has the number %d", s, at, index)
			}
		}
		if p := pass.part; p < part || p > 1 {
			t.Errorf("%+v: part %v after %v", s, p, part)
		}
		part = pass.part
	}
	if pass.chosen != int64(len(chosen)) {
		t.Errorf("%+v: chosen = %d of %d", s, pass.chosen, len(chosen))
	}
	return chosen, part, nil
}

func at(seconds float64) decode.Position { return decode.Position{Seconds: seconds, Index: -1} }
func no(index int64) decode.Position     { return decode.Position{Index: index} }

// The embedded sample has 250 frames, 25 a second.
func TestTake(t *testing.T) {
	v := open(t, "sample.mp4")
	for _, c := range []struct {
		s                 Selection
		first, last, step int
	}{
		{Selection{}, 0, 249, 1},
		{Selection{Every: 7}, 0, 245, 7},
		{Selection{Frames: 3}, 0, 2, 1},
		{Selection{From: no(100)}, 100, 249, 1},
		{Selection{From: no(100), To: no(120), HasTo: true}, 100, 120, 1},
		{Selection{From: at(4), To: no(120), HasTo: true, Every: 5}, 100, 120, 5},
		{Selection{From: no(100), To: at(4.8), HasTo: true}, 100, 120, 1},
		{Selection{From: at(4), To: at(4.8), HasTo: true, Every: 2, Frames: 5}, 100, 108, 2},
		{Selection{To: at(99), HasTo: true, Frames: 9999}, 0, 249, 1},
		{Selection{From: at(10)}, 249, 249, 1},
		{Selection{To: no(0), HasTo: true}, 0, 0, 1},
	} {
		var want []int
		for i := c.first; i <= c.last; i += c.step {
			want = append(want, i)
		}
		for _, numbers := range []bool{false, true} {
			if numbers && c.s.From.Index >= 0 {
				continue // they have their numbers anyway
			}
			got, part, err := take(t, v, c.s, numbers)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%+v: %v, %v; want %v", c.s, got, err, want)
			}
			// At the end the whole pass is done, except for rounding and, with Frames, what comes
			// after the last frame.
			if part < 0.99 {
				t.Errorf("%+v: ends with the part %v", c.s, part)
			}
			if err := v.SeekIndex(0); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A still has no length; part counts frames if their number is known.
func TestPartWithoutLength(t *testing.T) {
	_, part, err := take(t, open(t, "tiny-still.png"), Selection{Frames: 1}, false)
	if err != nil || part != 1 {
		t.Errorf("part %v, %v", part, err)
	}
}

func TestErrors(t *testing.T) {
	v := open(t, "tiny-420.mp4")
	for _, s := range []Selection{
		{From: no(3), To: no(2), HasTo: true},
		{From: at(3), To: at(2), HasTo: true},
	} {
		if _, _, err := take(t, v, s, false); !errors.Is(err, ErrBackwards) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for _, s := range []Selection{{Every: -1}, {Frames: -1}} {
		if s.Check() == nil {
			t.Errorf("%+v was taken", s)
		}
	}
	for _, from := range []decode.Position{no(30), at(1.21)} {
		_, _, err := take(t, v, Selection{From: from}, false)
		var end *decode.EndError
		if !errors.As(err, &end) || end.Asked != from {
			t.Errorf("from %+v: %v", from, err)
		}
	}
}
