package player_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player"
	"ffkvadrat/player/quantity"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/scripts/playtest"
)

// oracle is what the player must say about a frame.
type oracle struct {
	time   float64
	bytes  int
	quads  []quadpyramid.Quad
	part   float64 // share of the picture covered by quads
	sample string  // description of the inspected pixel
}

// oracles decodes and analyses a whole video.
func oracles(t *testing.T, path string, threshold float64, x, y int) (frames []oracle) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	engine := analysis.NewCPU()
	for {
		f, err := video.Next()
		if err == io.EOF {
			return frames
		}
		if err != nil {
			t.Fatal(err)
		}
		p := &f.Picture
		r, err := engine.Analyze(p, analysis.Params{Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, oracle{
			f.Time - video.Info().Start, f.Packet, slices.Clone(r.Quads), r.Coverage(p),
			fmt.Sprintf("(%d, %d)   Y %d  U %d  V %d", x, y, p.Sample(0, x, y), p.Sample(1, x, y), p.Sample(2, x, y)),
		})
		f.Release()
	}
}

// TestOnePicture: during playback, all texts on the screen describe the same frame: panel, card at
// the mouse, traversal, information, and sides of a wipe.
func TestOnePicture(t *testing.T) {
	const threshold, x, y = 0.1, 200, 180
	screen, clip := playtest.Display(t), playtest.Clip(t, 1)
	frames := oracles(t, clip, threshold, x, y)
	for _, engine := range []string{"cpu", "gpu"} {
		s := playtest.PlayBare(t, screen, "--engine", engine, "-t", fmt.Sprint(threshold), "--loop", clip)
		first := s.Until("plays", func(l player.Line) bool { return l.Frame > 0 && l.Engine == engine })
		scale := float64(first.Picture[2]-first.Picture[0]) / 640
		s.Move(first.Picture[0]+int((x+0.5)*scale), first.Picture[1]+int((y+0.5)*scale))
		s.Key("i")
		s.Key("w")
		s.Key("3")
		quads, cards := map[int]bool{}, 0
		s.Until("fifteen pictures that differ", func(l player.Line) bool {
			if l.Paused {
				t.Fatal("paused")
			}
			want := &frames[l.Frame]
			n := len(want.quads)
			said := []string{
				transport.FormatTime(transport.Seconds(want.time)), fmt.Sprintf("frame %d of %d", l.Frame+1, len(frames)),
				quantity.Grouped(int64(n)) + " quads", fmt.Sprintf("%.1f %%", 100*want.part),
			}
			if l.Quads != n || l.Coverage != want.part || !slices.Equal(l.Said[:4], said) || !strings.HasSuffix(l.Said[4], "B") {
				t.Fatalf("%s: frame %d: %d quads, %v; the panel says %q, not %q", engine, l.Frame, l.Quads, l.Coverage, l.Said, said)
			}
			if row := fmt.Sprintf("frame: %d (index %d)", l.Frame+1, l.Frame); l.Information != nil && l.Information[0] != row {
				t.Fatalf("%s: frame %d: the card about the frame says %q", engine, l.Frame, l.Information[0])
			}
			for _, side := range l.Wipe {
				if !strings.HasSuffix(side, "   "+quantity.Count(int64(n), "quad")) {
					t.Fatalf("%s: frame %d has %d quads, a side says %q", engine, l.Frame, n, side)
				}
			}
			if len(l.Inspected) == 0 || l.Tab != "Pixel" || len(l.Wipe) == 0 || l.Information == nil {
				return false
			}
			cards++
			quads[n] = true
			if !strings.HasPrefix(l.Inspected[0], "A   "+want.sample) {
				t.Fatalf("%s: frame %d: the card says %q, not %q of A", engine, l.Frame, l.Inspected, want.sample)
			}
			number, found := quadpyramid.Find(want.quads, x, y)
			card, descent := "no quad", "no quad"
			if found {
				card, descent = "quad "+quantity.Of(number+1, n)+" ", fmt.Sprintf("%s   (index %s)", quantity.Of(number+1, n), quantity.Grouped(int64(number)))
			}
			if last := l.Inspected[len(l.Inspected)-1]; engine == "cpu" && !strings.HasPrefix(last, card) {
				t.Fatalf("%s: frame %d: the card says %q, not %q", engine, l.Frame, last, card)
			}
			if len(l.Quad) == 0 || l.Quad[0] != descent {
				t.Fatalf("%s: frame %d: the descent ends at %q, not %q", engine, l.Frame, l.Quad, descent)
			}
			return cards > 15 && len(quads) > 10
		})
		s.Key("q")
		s.End()
	}
}
