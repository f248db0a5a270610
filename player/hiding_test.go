package player_test

import (
	"image"
	"os/exec"
	"slices"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestHiddenPointerMoves: a move that the window has not handled yet when it hides the pointer is reported.
func TestHiddenPointerMoves(t *testing.T) {
	display := playtest.Display(t)
	t.Setenv("DISPLAY", display)
	move := func(x, y string) {
		if out, err := exec.Command("xdotool", "mousemove", x, y).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	move("100", "100")
	places, err := player.HidePointer(func() { move("300", "200") })
	if err != nil {
		t.Fatal(err)
	}
	if last := image.Pt(300, 200); !slices.Contains(places, last) {
		t.Errorf("the window reports %v, not %v", places, last)
	}
}
