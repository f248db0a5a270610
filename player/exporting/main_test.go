package exporting_test

import (
	"testing"

	"ffkvadrat/scripts/playtest"
)

// reasons says for each test why it needs a window.
var reasons = map[string]string{
	"TestAutomaticIsTheExports":  "finds thresholds as films begin in a real window",
	"TestCopyAsCommand":          "a real mouse on the buttons; the clipboard is the window's",
	"TestShowInFolder":           "the message over a real picture",
	"TestExportFromThePlayer":    "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestExportIsForetold":       "a real mouse and keys in the form and in the browser; the loop shows what goroutines find",
	"TestExportOfCubes":          "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestLargeExportIsForetold":  "the loop shows what a goroutine says while it writes",
	"TestMapFromThePlayer":       "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestMarks":                  "a real mouse and typed notes; players that follow each other",
	"TestMarksOfKinds":           "a real mouse and keys, with the loop's seeks in films of each kind",
	"TestMovingPicture":          "takes the moving picture of the window",
	"TestParquetFromThePlayer":   "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestPictures":               "takes the pictures of the window that pages show",
	"TestPicturesFromThePlayer":  "a real mouse goes through the form; the loop shows what a goroutine writes",
	"TestQuitAsksDuringAnExport": "the window is closed by keys while a goroutine writes",
	"TestSession":                "the window's size and place are kept",
	"TestShortExportIsTold":      "the loop wakes without an event of the window",
	"TestSignalDuringAnExport":   "a signal wakes the loop",
	"TestStopAndQuit":            "a real mouse on the question; the window closes",
	"TestVideoFromThePlayer":     "a real mouse goes through the form; the loop shows what a goroutine writes",
}

func TestMain(m *testing.M) { playtest.Main(m, reasons) }

// TestReasons: every row has a test.
func TestReasons(t *testing.T) { playtest.CheckReasons(t) }
