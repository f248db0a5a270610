package player_test

import (
	"testing"

	"ffkvadrat/scripts/playtest"
)

// reasons says for each test with a window why it needs one. All share an X server and a program.
var reasons = map[string]string{
	"TestControls":               "a real mouse: motion, presses, drags, the menu, full screen",
	"TestDamaged":                "what the loop says of a file that it decodes",
	"TestExplain":                "a real mouse on a page over the film; timers of the loop",
	"TestExplainFlat":            "the page opens over what is on the screen",
	"TestExplainPinned":          "a real mouse pins a pixel of what is on the screen",
	"TestDrawingAlone":           "GLFW is refused a context, and gets another one",
	"TestFirstPicture":           "the programs of a real context are kept and taken from the cache",
	"TestFrames":                 "counts what came to the screen",
	"TestHiddenPointerMoves":     "GLFW drops an event of X when the pointer is hidden",
	"TestHint":                   "the start page lies over the picture of a window",
	"TestInformation":            "the clipboard is the window's; real keys",
	"TestKeys":                   "presses each key that the player lists, as X sends them",
	"TestLoopedSound":            "pictures on the screen against the sound device",
	"TestLoopsHoldNothing":       "counts what the whole program holds",
	"TestMoving":                 "real keys, held and in quick succession",
	"TestNoOpenGL":               "GLFW is refused a context",
	"TestNoQuads":                "a real key changes what the window says",
	"TestOldDriver":              "GLFW is refused a context, and gets another one",
	"TestOnePicture":             "what the loop draws at once while it plays",
	"TestOpenGLFails":            "a real context that fails while it plays",
	"TestPanelWidth":             "a real mouse drags the panel's edge in a window, which is resized",
	"TestPicturesInTheWindow":    "settings open the film again while the loop runs",
	"TestPlaysInTime":            "measures the time of the pictures on the screen",
	"TestShown":                  "a real mouse in a list; the saved picture is that of the screen",
	"TestSoak":                   "real keys and a real mouse at random",
	"TestSoundIsTheClock":        "pictures on the screen against the sound device",
	"TestTyping":                 "typed numbers, and a tooltip under a real mouse",
	"TestUntimedShowsEveryFrame": "counts what came to the screen",
	"TestWindow":                 "screenshots against the CPU's pictures; real keys and a real mouse",
}

func TestMain(m *testing.M) { playtest.Main(m, reasons) }

// TestReasons: every row has a test.
func TestReasons(t *testing.T) { playtest.CheckReasons(t) }
