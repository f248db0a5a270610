package layers_test

import (
	"testing"

	"ffkvadrat/scripts/playtest"
)

// reasons says for each test why it needs a window.
var reasons = map[string]string{
	"TestCompareWith":             "the browser, the page and the second video, one after another; real keys",
	"TestBeside":                  "the loop draws when a goroutine wakes it; real keys",
	"TestBesideAligned":           "keys move a video that another goroutine decodes; the next run knows it",
	"TestBesideItself":            "the loop draws when a goroutine wakes it",
	"TestBesideUnfit":             "it checks what the window says at the start",
	"TestBesideBlocks":            "it checks what both sides of the window say",
	"TestBesideTurned":            "the loop draws when a goroutine wakes it",
	"TestCodecLayer":              "the loop decodes the picture again with its blocks; real keys",
	"TestCubes":                   "the loop draws when cubes arrive from a goroutine",
	"TestCuts":                    "the loop draws when the survey has found cuts; real keys",
	"TestVideoWithoutVectors":     "one video turns into the next one in the loop",
	"TestElementary":              "a real mouse on the seek line; the loop draws when the survey has counted all frames",
	"TestCurvesOfBoth":            "the loop compares the videos for the timeline in a goroutine; a real close",
	"TestNamesOfBoth":             "the loop decodes the pictures again with their blocks, and draws when a goroutine has compared them; real keys",
	"TestGoThere":                 "a real mouse on the picture, the tab and the message; the loop shows another frame",
	"TestCostlyOfBoth":            "a real mouse over both videos and on the tab; the loop zooms, pins and moves the divider",
	"TestShowCostly":              "a real mouse on the tab; the loop zooms and pins",
	"TestInformationCurve":        "a real mouse on the timeline; the loop draws when the survey goes on",
	"TestLowerEnd":                "a real mouse on the curve",
	"TestPlots":                   "a real mouse on the curve; thresholds of each picture that comes to the screen",
	"TestRebuiltCurve":            "a real mouse on the timeline; the loop draws when the survey goes on",
	"TestStored":                  "the loop shows lists of files beside live ones; real keys",
	"TestStoredByBrowser":         "a real mouse in the browser",
	"TestStoredCubes":             "the loop shows cubes of files; a real mouse points at them",
	"TestStoredCut":               "the loop shows what a damaged file has; real keys",
	"TestStoredReading":           "the loop plays while a goroutine reads",
	"TestStoredWithOtherVariants": "a real mouse on the picture and on the timeline",
	"TestTimeline":                "a real mouse on the timeline; the loop draws when the survey goes on",
	"TestViewKeys":                "screenshots and a real mouse, with both engines",
	"TestWays":                    "real keys and a real mouse; a goroutine finds the worst quads",
}

func TestMain(m *testing.M) { playtest.Main(m, reasons) }

// TestReasons: every row has a test.
func TestReasons(t *testing.T) { playtest.CheckReasons(t) }
