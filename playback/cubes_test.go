package playback

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/player/cubes"
	"ffkvadrat/tests/wait"
)

// TestPlacesOfCubes: every frame that playback shows, in order, by steps, after seeks and in a
// loop, is found in its window of 16 frames, including the last, shorter window, whether or not its
// number is known.
func TestPlacesOfCubes(t *testing.T) {
	woken := make(chan struct{}, 1)
	finder := cubes.Start(context.Background(), cubes.Options{Path: tiny40, Stream: decode.Best, Wake: func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}})
	t.Cleanup(finder.Close)
	subject := cubes.Subject{Params: analysis.Params{Threshold: 4}, Frames: 16} // all pixels are leaf pixels
	r := newRig(t, nil, tiny40)
	unknown := 0
	check := func(numbers ...int) {
		t.Helper()
		for _, want := range numbers {
			n := r.next()
			if n != want {
				t.Fatalf("picture %d, want %d", n, want)
			}
			at := cubes.Place{Index: r.Frame().Index, Time: r.Frame().Time}
			if at.Index < 0 {
				unknown++
			}
			finder.Ask(subject, at)
			for finder.Missing() != "" {
				if missing := finder.Missing(); strings.HasPrefix(missing, "no cubes") {
					t.Fatalf("picture %d: %s", n, missing)
				}
				wait.Receive(t, fmt.Sprintf("the cubes of picture %d", n), woken)
			}
			found, ok := finder.At(subject, at, 0, 0)
			size := []int{16, 16, 8}[n/16] // the last window has 8 frames
			from := int64(n / 16 * 16)
			if !ok || found.Cube.Size() != size || found.From != from || found.To != from+int64(size)-1 || found.Frame != n%16 {
				t.Fatalf("picture %d is in %+v (%v)", n, found, ok)
			}
		}
	}
	check(0)
	r.TogglePause()
	if err := r.GoTo("1.28"); err != nil { // whose number is unknown
		t.Fatal(err)
	}
	check(32)
	r.Step(-1)
	check(31)
	r.Step(1)
	check(32)
	r.SeekTo(math.MaxInt32)
	check(39)
	for n := 38; n >= 30; n-- {
		r.Step(-1)
		check(n)
	}
	r.SeekTo(0)
	check(0)
	r.TogglePause()
	check(counting(1, 17)...)
	r.MarkLoop()
	check(counting(18, 33)...)
	r.MarkLoop()
	check(17, 18, 19)
	if unknown == 0 {
		t.Error("all numbers were known")
	}
}
