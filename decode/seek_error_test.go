package decode

import (
	"context"
	"errors"
	"hash/maphash"
	"math"
	"testing"
)

// once is a context that reports its end a single time.
type once struct {
	context.Context
	left int
}

func (c *once) Err() error {
	if c.left--; c.left == 0 {
		return context.Canceled
	}
	return nil
}

// TestErrorInASeek: if a seek that decodes from the start fails at any frame, the error is returned, no
// frame of the pool is lost, and the next seek is right.
func TestErrorInASeek(t *testing.T) {
	const path, n = "../samples/tiny-420.mp4", 6
	seed := maphash.MakeSeed()
	all := linearPrints(t, seed, path)
	for name, seek := range map[string]func(*Video) error{
		"index": func(v *Video) error { return v.SeekIndex(n) },
		"tick":  func(v *Video) error { return v.SeekPTS(all[n].tick) },
	} {
		t.Run(name, func(t *testing.T) {
			failed := 0
			for left := 1; ; left++ {
				v := open(t, path)
				v.linear = true
				var frames [16]*Frame
				for i := range frames {
					f, err := v.pool.get()
					if err != nil {
						t.Fatal(err)
					}
					frames[i] = f
				}
				for _, f := range frames {
					f.Release()
				}
				total := len(v.pool.free) + len(v.queue)
				ctx := &once{v.ctx, left}
				v.ctx = ctx
				err := seek(v)
				if ctx.left > 0 {
					break
				}
				if failed++; !errors.Is(err, context.Canceled) {
					t.Fatalf("question %d: %v", left, err)
				}
				if got := len(v.pool.free) + len(v.queue); got != total {
					t.Errorf("question %d: %d frames of %d are left", left, got, total)
				}
				ctx.left = math.MaxInt
				if err := seek(v); err != nil {
					t.Fatal(err)
				}
				f := next(t, v)
				if got := printOf(seed, f); got != all[n] {
					t.Errorf("question %d: %+v, want %+v", left, got, all[n])
				}
				f.Release()
				v.Close()
			}
			if failed < n {
				t.Errorf("only %d questions", failed)
			}
		})
	}
}
