package layers_test

import (
	"fmt"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestCubes shows cubes of 8 frames up to the last, shorter window, steps back over a border,
// seeks, changes parameters, and points at a cube.
func TestCubes(t *testing.T) {
	for _, engine := range []string{"cpu", "gpu"} {
		s := playtest.PlayBare(t, playtest.Display(t), "--engine", engine, "--cube", "8", "--threshold", "0.1", "--colour-by", "age", "--pause", playtest.Clip(t, 2))
		cubed := func(frame int64) func(l player.Line) bool {
			return func(l player.Line) bool { return l.Frame == frame && l.Cubed && l.NoCubes == "" && !l.Unknown }
		}
		first := s.Until("the first picture", cubed(0))
		if first.Cube != 8 || first.Quads == 0 {
			t.Errorf("%+v", first)
		}
		for n := int64(1); n <= 9; n++ {
			s.Key("period")
			s.Until(fmt.Sprintf("picture %d", n), cubed(n))
		}
		for n := int64(8); n >= 6; n-- {
			s.Key("comma")
			s.Until(fmt.Sprintf("back to picture %d", n), cubed(n))
		}
		s.Key("End")
		last := s.Until("the last picture, of a window of four", cubed(59))
		s.Move(last.Picture[0]+(last.Picture[2]-last.Picture[0])/20, (last.Picture[1]+last.Picture[3])/2) // a plain area
		s.Until("its cube", func(l player.Line) bool {
			n := len(l.Inspected)
			if n < 2 {
				return false
			}
			var from, to int
			var begins, ends float64
			_, err := fmt.Sscanf(l.Inspected[n-1], "frames %d–%d   %f–%f s", &from, &to, &begins, &ends)
			return err == nil && from >= 57 && to == 60 && begins > 1.8 && ends > 1.96 && ends < 1.968
		})
		s.Key("equal")
		s.Until("another threshold", func(l player.Line) bool { return cubed(59)(l) && l.Threshold > last.Threshold })
		s.Key("y")
		s.Until("no cubes of another variant", func(l player.Line) bool {
			return !l.Cubed && l.NoCubes == "quads: cubes need the edge variant, without classes"
		})
		s.Key("ctrl+z")
		s.Until("cubes again", cubed(59))
		s.Key("w")
		s.Until("a wipe", func(l player.Line) bool { return cubed(59)(l) && len(l.Wipe) == 2 })
		s.Key("q")
		s.End()
	}
}
