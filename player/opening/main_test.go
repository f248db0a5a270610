package opening_test

import (
	"testing"

	"ffkvadrat/scripts/playtest"
)

// reasons says for each test why it needs a window.
var reasons = map[string]string{
	"TestBegin":           "full screen and the window's size come from flags",
	"TestBeginAtAFrame":   "the first picture on the screen is that of a flag",
	"TestBeginAtASecond":  "the first picture on the screen is that of a flag",
	"TestBeginPaused":     "the loop of events plays on after a real key",
	"TestFilesByKeys":     "real keys, typed into the browser and not into the player",
	"TestLiveDisplay":     "a display plays what another one shows, with real keys",
	"TestLiveServer":      "the loop goes on when a server breaks off; real keys",
	"TestManyVideos":      "counts what the whole program holds",
	"TestNoOpenGL":        "a window without OpenGL",
	"TestOpenByMouse":     "a real mouse in the browser; players that follow each other",
	"TestRefused":         "a page in the place of a video; a real mouse, and players that follow each other",
	"TestRaw":             "a video that is opened again while it plays, and players that follow each other",
	"TestRawPreview":      "a preview is made while the window waits; real keys",
	"TestRefusedAtOnce":   "a window could be had",
	"TestSettingsByMouse": "a real mouse in the browser",
	"TestStartPageGoes":   "a real mouse over the start page",
	"TestVideos":          "one video turns into the next one in the loop; real keys and a real mouse",
}

func TestMain(m *testing.M) { playtest.Main(m, reasons) }

// TestReasons: every row has a test.
func TestReasons(t *testing.T) { playtest.CheckReasons(t) }
