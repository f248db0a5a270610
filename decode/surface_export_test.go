package decode_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

// wanting is a CPU engine that claims to want surfaces.
type wanting struct{ *analysis.CPU }

func (wanting) Surfaces() bool { return true }

// TestSurfacesExported exports clips whose frames stay on a device: the files equal those of software
// decoding with the CPU engine, whatever happens to the device.
func TestSurfacesExported(t *testing.T) {
	made := func(path string, h *decode.Hardware, engine analysis.Engine, goal *response.Goal) []byte {
		t.Helper()
		defer engine.(interface{ Release() }).Release()
		out := filepath.Join(t.TempDir(), "a.ndjson")
		_, err := quads.Run(decode.WithHardware(context.Background(), h), engine, quads.Options{
			Path: path, Stream: decode.Best, Out: out, Format: quadfile.NDJSON, Params: analysis.Params{Threshold: 0.02}, Goal: goal,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	onGPU := func() analysis.Engine {
		engine, err := headless.Open("gpu", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return engine
	}
	for _, path := range []string{"../samples/tiny-420.mp4", "../samples/tiny-vp9.webm", "../samples/tiny-rgb.mkv"} {
		goal, each := &response.Goal{Quads: 100}, &response.Goal{Quads: 100, Each: true}
		software := func(goal *response.Goal) []byte { return made(path, nil, analysis.NewCPU(), goal) }
		wanted := map[*response.Goal][]byte{nil: software(nil), goal: software(goal), each: software(each)}
		for _, c := range []struct {
			name   string
			lostAt int  // the decoder's device
			lends  bool // the GPU's engine reads the device's memory
			brings int  // frames that can be fetched
			engine func() analysis.Engine
			goal   *response.Goal
		}{
			{"on the device", 1 << 30, true, 0, onGPU, nil},
			{"not lent", 1 << 30, false, 1 << 30, onGPU, nil},
			{"not lent, and lost", 1 << 30, false, 0, onGPU, nil},
			{"the decoder is lost", 5, true, 0, onGPU, nil},
			{"fetched for the CPU", 1 << 30, true, 1 << 30, func() analysis.Engine { return wanting{analysis.NewCPU()} }, nil},
			{"fetched for the CPU, until lost", 1 << 30, true, 3, func() analysis.Engine { return wanting{analysis.NewCPU()} }, nil},
			{"not lent, and lost later", 1 << 30, false, 3, func() analysis.Engine { return headless.OpenFallback(nil, nil) }, nil},
			{"fetched for the threshold", 1 << 30, true, 1 << 30, onGPU, goal},
			{"fetched for the threshold, and lost", 1 << 30, true, 0, onGPU, goal},
			{"a threshold for each picture", 1 << 30, true, 0, onGPU, each},
		} {
			var brought atomic.Int64
			h, err := decode.StandIn(c.lostAt, c.lends, func() error {
				if brought.Add(1) > int64(c.brings) {
					return errors.New("gone")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := made(path, h, c.engine(), c.goal); !bytes.Equal(got, wanted[c.goal]) {
				t.Errorf("%s, %s: %d bytes, want %d, or others", path, c.name, len(got), len(wanted[c.goal]))
			}
			if (c.name == "on the device" || c.goal == each) && path != "../samples/tiny-rgb.mkv" && brought.Load() > 0 {
				t.Errorf("%s: %d pictures were fetched", path, brought.Load())
			}
			h.Close()
		}
	}
}
