package player_test

import (
	"testing"

	"ffkvadrat/scripts/playtest"
)

// reasons has a row for each test that plays in a window: why it needs one. All of them share one X server
// and one program.
var reasons = map[string]string{
	"TestBegin":                  "full screen and the window's size come from flags",
	"TestBeginAtAFrame":          "the first picture on the screen is that of a flag",
	"TestBeginAtASecond":         "the first picture on the screen is that of a flag",
	"TestBeginPaused":            "the loop of events plays on after a real key",
	"TestControls":               "a real mouse: motion, presses, drags, the menu, full screen",
	"TestExplain":                "a real mouse on a page over the film; timers of the loop",
	"TestFilesByKeys":            "real keys, typed into the browser and not into the player",
	"TestVideos":                 "one video turns into the next one in the loop; real keys and a real mouse",
	"TestFirstPicture":           "the programs of a real context are kept and taken from the cache",
	"TestFrames":                 "counts what came to the screen",
	"TestHint":                   "the start page lies over the picture of a window",
	"TestInformation":            "the clipboard is the window's; real keys",
	"TestKeys":                   "presses each key that the player lists, as X sends them",
	"TestLiveDisplay":            "a display plays what another one shows, with real keys",
	"TestLiveServer":             "the loop goes on when a server breaks off; real keys",
	"TestLoopedSound":            "pictures on the screen against the sound device",
	"TestLoopsHoldNothing":       "counts what the whole program holds",
	"TestManyVideos":             "counts what the whole program holds",
	"TestMoving":                 "real keys, held and in quick succession",
	"TestNoOpenGL":               "GLFW is refused a context",
	"TestOnePicture":             "what the loop draws at once while it plays",
	"TestOpenByMouse":            "a real mouse in the browser; players that follow each other",
	"TestOpenGLFails":            "a real context that fails while it plays",
	"TestPanelWidth":             "a real mouse drags the panel's edge in a window",
	"TestPlaysInTime":            "measures the time of the pictures on the screen",
	"TestSettingsByMouse":        "a real mouse in the browser",
	"TestShown":                  "a real mouse in a list; the saved picture is that of the screen",
	"TestSoak":                   "real keys and a real mouse at random",
	"TestSoundIsTheClock":        "pictures on the screen against the sound device",
	"TestStartPageGoes":          "a real mouse over the start page",
	"TestTyping":                 "typed numbers, and a tooltip under a real mouse",
	"TestUntimedShowsEveryFrame": "counts what came to the screen",
	"TestWindow":                 "screenshots against the CPU's pictures; real keys and a real mouse",
}

func TestMain(m *testing.M) { playtest.Main(m, reasons) }

// TestReasons: a test that no longer exists has no row.
func TestReasons(t *testing.T) { playtest.CheckReasons(t) }
