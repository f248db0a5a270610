package player_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reasons has a row for each test that plays in a window: why it needs one. All of them share one X server
// and one program; see display and program.
var reasons = map[string]string{
	"TestBegin":                   "full screen and the window's size come from flags",
	"TestBeginAtAFrame":           "the first picture on the screen is that of a flag",
	"TestBeginAtASecond":          "the first picture on the screen is that of a flag",
	"TestBeginPaused":             "the loop of events plays on after a real key",
	"TestBeside":                  "the loop draws when a goroutine wakes it; real keys",
	"TestBesideItself":            "the loop draws when a goroutine wakes it",
	"TestBesideTurned":            "the loop draws when a goroutine wakes it",
	"TestCodecLayer":              "the loop decodes the picture again with its blocks; real keys",
	"TestControls":                "a real mouse: motion, presses, drags, the menu, full screen",
	"TestCubes":                   "the loop draws when cubes arrive from a goroutine",
	"TestCuts":                    "the loop draws when the survey has found cuts; real keys",
	"TestExplain":                 "a real mouse on a page over the film; timers of the loop",
	"TestExportFromThePlayer":     "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestExportOfCubes":           "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestFilesByKeys":             "real keys, typed into the browser and not into the player",
	"TestFilmWithoutVectors":      "one film turns into the next one in the loop",
	"TestFilms":                   "one film turns into the next one in the loop; real keys and a real mouse",
	"TestFirstPicture":            "the programs of a real context are kept and taken from the cache",
	"TestFrames":                  "counts what came to the screen",
	"TestHint":                    "the start page lies over the picture of a window",
	"TestInformation":             "the clipboard is the window's; real keys",
	"TestInformationCurve":        "a real mouse on the timeline; the loop draws when the survey goes on",
	"TestKeys":                    "presses each key that the player lists, as X sends them",
	"TestLargeExportIsForetold":   "the loop shows what a goroutine says while it writes",
	"TestLiveDisplay":             "a display plays what another one shows, with real keys",
	"TestLiveServer":              "the loop goes on when a server breaks off; real keys",
	"TestLoopedSound":             "pictures on the screen against the sound device",
	"TestLoopsHoldNothing":        "counts what the whole program holds",
	"TestLowerEnd":                "a real mouse on the curve",
	"TestManyFilms":               "counts what the whole program holds",
	"TestMapFromThePlayer":        "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestMarks":                   "a real mouse and typed notes; players that follow each other",
	"TestMarksOfKinds":            "a real mouse and keys, with the loop's seeks in films of each kind",
	"TestMoving":                  "real keys, held and in quick succession",
	"TestNoOpenGL":                "GLFW is refused a context",
	"TestOnePicture":              "what the loop draws at once while it plays",
	"TestOpenByMouse":             "a real mouse in the browser; players that follow each other",
	"TestOpenGLFails":             "a real context that fails while it plays",
	"TestPanelWidth":              "a real mouse drags the panel's edge in a window",
	"TestParquetFromThePlayer":    "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestPictures":                "takes the pictures of the window that pages show",
	"TestPicturesFromThePlayer":   "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestPlaysInTime":             "measures the time of the pictures on the screen",
	"TestPlots":                   "a real mouse on the curve; thresholds of each picture that comes to the screen",
	"TestQuitAsksDuringAnExport":  "the window is closed by keys while a goroutine writes",
	"TestRebuiltCurve":            "a real mouse on the timeline; the loop draws when the survey goes on",
	"TestSession":                 "the window's size and place are kept",
	"TestSettingsByMouse":         "a real mouse in the browser",
	"TestShortExportIsTold":       "the loop wakes without an event of the window",
	"TestShown":                   "a real mouse in a list; the saved picture is that of the screen",
	"TestSignalDuringAnExport":    "a signal wakes the loop",
	"TestSoak":                    "real keys and a real mouse at random",
	"TestSoundIsTheClock":         "pictures on the screen against the sound device",
	"TestStartPageGoes":           "a real mouse over the start page",
	"TestStopAndQuit":             "a real mouse on the question; the window closes",
	"TestStored":                  "the loop shows lists of files beside live ones; real keys",
	"TestStoredByBrowser":         "a real mouse in the browser",
	"TestStoredCubes":             "the loop shows cubes of files; a real mouse points at them",
	"TestStoredCut":               "the loop shows what a damaged file has; real keys",
	"TestStoredReading":           "the loop plays while a goroutine reads",
	"TestStoredWithOtherVariants": "a real mouse on the picture and on the timeline",
	"TestTimeline":                "a real mouse on the timeline; the loop draws when the survey goes on",
	"TestTyping":                  "typed numbers, and a tooltip under a real mouse",
	"TestUntimedShowsEveryFrame":  "counts what came to the screen",
	"TestVideoFromThePlayer":      "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestViewKeys":                "screenshots and a real mouse, with both engines",
	"TestWindow":                  "screenshots against the CPU's pictures; real keys and a real mouse",
}

// TestReasons: a test that no longer exists has no row. display fails where a row is missing.
func TestReasons(t *testing.T) {
	names, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for name := range reasons {
		if !strings.Contains(all.String(), "\nfunc "+name+"(t *testing.T) {") {
			t.Errorf("there is no %s", name)
		}
	}
}
