package render

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/asticode/go-astiav"

	"ffkvadrat/tests/race"
)

// The output of no encoder depends on uninitialised memory: glibc fills allocations with another
// value in each run. FFmpeg may lack some of our encoders, but not libx264, for which the test was
// written.
func TestMemoryDecidesNothing(t *testing.T) {
	names := []string{"ffv1", "png", "qtrle"}
	for _, e := range encoders {
		if astiav.FindEncoderByName(e.name) != nil || e.name == "libx264" {
			names = append(names, e.name)
		}
	}
	if race.Short() {
		names = []string{"ffv1", "libx264"} // the encoders are C, where the race detector sees nothing
	}
	file := func(dir, name string) string {
		if name == "qtrle" {
			return filepath.Join(dir, name+".mov")
		}
		return filepath.Join(dir, name+".mkv")
	}
	if dir := os.Getenv("FFKVADRAT_OUT"); dir != "" { // a child process with such memory
		for _, name := range names {
			o := want("tiny-open-gop.mp4", file(dir, name))
			o.Output.Encoder = name
			if testing.Short() {
				o.Selection.Frames = 8
			}
			rendered(t, o)
		}
		return
	}
	fillings := []string{"0", "85", "170", "255"}
	if testing.Short() {
		fillings = []string{"85", "170"} // which have no bit in common
	}
	var dirs []string
	for _, filling := range fillings {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryDecidesNothing$", fmt.Sprintf("-test.short=%v", testing.Short()))
		cmd.Env = append(os.Environ(), "MALLOC_PERTURB_="+filling, "FFKVADRAT_OUT="+dir)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		dirs = append(dirs, dir)
	}
	for _, name := range names {
		var first []byte
		for i, dir := range dirs {
			data, err := os.ReadFile(file(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = data
			} else if !bytes.Equal(data, first) {
				t.Errorf("%s, memory full of %s: other bytes", name, fillings[i])
			}
		}
	}
}
