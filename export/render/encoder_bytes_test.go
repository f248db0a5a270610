package render

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/asticode/go-astiav"
)

// No encoder lets what was in memory before decide its bits: glibc fills what it hands out
// with another value in each run. Of the encoders that we know, an FFmpeg may lack some, but
// not libx264, for which the test was written.
func TestMemoryDecidesNothing(t *testing.T) {
	const clip = "tiny-open-gop.mp4"
	if encoder := os.Getenv("FFKVADRAT_ENCODER"); encoder != "" {
		o := want(clip, os.Getenv("FFKVADRAT_OUT"))
		o.Output.Encoder = encoder
		rendered(t, o)
		return
	}
	names := []string{"ffv1", "png", "qtrle"}
	for _, e := range encoders {
		if astiav.FindEncoderByName(e.name) != nil || e.name == "libx264" {
			names = append(names, e.name)
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var first []byte
			for i, filling := range []string{"0", "85", "170", "255"} {
				out := outputFile(t, "x.mkv")
				if name == "qtrle" {
					out = outputFile(t, "x.mov")
				}
				cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryDecidesNothing$")
				cmd.Env = append(os.Environ(), "MALLOC_PERTURB_="+filling, "FFKVADRAT_ENCODER="+name, "FFKVADRAT_OUT="+out)
				if said, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, said)
				}
				data, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					first = data
				} else if !bytes.Equal(data, first) {
					t.Errorf("memory full of %s: other bytes", filling)
				}
			}
		})
	}
}
