package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/cli/trust/inject"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/pipeline/quads"
)

// TestGPUFailures makes OpenGL fail: each buffer and texture in turn cannot be created, each shader
// does not compile, and the context is lost at each dispatch. If the CPU may take over, the export
// is the same. If the GPU was requested, the export fails with an error, and an old export is
// unchanged.
func TestGPUFailures(t *testing.T) {
	if h, err := gpu.OpenHeadless(false); err == nil {
		h.Release()
	} else if os.Getenv("FFKVADRAT_CI") == "" {
		t.Skip(err)
	} else {
		t.Fatal(err)
	}
	clip := filepath.Join(t.TempDir(), "a.mp4")
	frames := "12"
	if testing.Short() {
		frames = "3"
	}
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=48x32:rate=25:duration=0.48", "-frames:v", frames, "-c:v", "libx264", clip)
	runInjected(t, "gpu", clip)
}

// gpuChild exports a clip while OpenGL fails.
func gpuChild(args []string) error {
	c, err := inject.Mapped()
	if err != nil {
		return err
	}
	for i, params := range variants[:2] {
		o := quads.Options{Path: args[0], Stream: decode.Best, Out: fmt.Sprintf("%s.%d.ndjson", args[0], i), Params: params}
		if err := chooses(c, o); err != nil {
			return fmt.Errorf("%v: %w", params.Variant, err)
		}
		if err := failGPU(c, o); err != nil {
			return fmt.Errorf("%v: %w", params.Variant, err)
		}
	}
	return nil
}

// chooses exports with auto, which tries both engines, because the fake OpenGL looks like hardware.
func chooses(c *inject.Control, o quads.Options) error {
	c.Reset()
	good, err := exportOn("cpu", o, nil)
	if err != nil {
		return err
	}
	engine, err := headless.Open("auto", nil, func(err error) { fmt.Println("warned where all goes well:", err) })
	if err != nil {
		return err
	}
	defer engine.Release()
	if err := engine.Wait(); err != nil {
		return err
	}
	if engine.Chosen() {
		return fmt.Errorf("chose %s without a trial: %s", engine.Name(), engine.Why())
	}
	for end := time.Now().Add(5 * time.Minute); !engine.Chosen() && time.Now().Before(end); {
		if _, err := run(context.Background(), engine, o); err != nil {
			return err
		}
		got, err := os.ReadFile(o.Out)
		if err != nil {
			return err
		}
		if !bytes.Equal(got, good) {
			return errors.New("auto: another export")
		}
	}
	if !engine.Chosen() || !strings.Contains(engine.Why(), " a picture; on ") {
		return fmt.Errorf("chose after the trials: %t, %s", engine.Chosen(), engine.Why())
	}
	return nil
}

func failGPU(c *inject.Control, o quads.Options) error {
	good, err := exportOn("cpu", o, nil)
	if err != nil {
		return err
	}
	count := func() error {
		c.Reset()
		got, err := exportOn(fallback, o, func(err error) { fmt.Println("warned where all goes well:", err) })
		if err == nil && !bytes.Equal(got, good) {
			err = errors.New("the engines differ")
		}
		return err
	}
	if err := count(); err != nil {
		return err
	}
	for _, kind := range []struct {
		name string
		at   *atomic.Int64
		n    int64
		says string
	}{
		{"an object", &c.ObjectAt, c.Objects.Load(), "0x505"},
		{"a shader", &c.ShaderAt, c.Shaders.Load(), "compile"},
		{"a dispatch", &c.LostAt, c.Dispatches.Load(), gpu.ErrLost.Error()},
	} {
		fmt.Println(o.Params.Variant, kind.name, kind.n)
		if kind.n == 0 {
			return fmt.Errorf("%s is never made", kind.name)
		}
		for i := range kind.n {
			if err := failAt(c, o, good, kind.at, i, kind.says); err != nil {
				return fmt.Errorf("%s, the one of number %d of %d: %w", kind.name, i, kind.n, err)
			}
		}
	}
	return nil
}

// failAt exports with the nth call of a kind failing. The error must name it.
func failAt(c *inject.Control, o quads.Options, good []byte, kind *atomic.Int64, i int64, says string) error {
	c.Reset()
	kind.Store(i)
	var warnings []string
	got, err := exportOn(fallback, o, func(err error) { warnings = append(warnings, err.Error()) })
	if err != nil {
		return fmt.Errorf("fallback: %w", err)
	}
	if !bytes.Equal(got, good) {
		return errors.New("fallback: another export")
	}
	// A failure before the first picture is reported without a device, and with the first one.
	if len(warnings) > 1 || len(warnings) == 1 && !strings.Contains(warnings[0], says) {
		return fmt.Errorf("fallback: warnings %q", warnings)
	}
	if i > 0 {
		return nil // one is enough to see that nothing else is tried
	}
	c.Reset()
	kind.Store(i)
	old := []byte("what was there before")
	if err := os.WriteFile(o.Out, old, 0o600); err != nil {
		return err
	}
	got, err = exportOn("gpu", o, nil)
	if err == nil || !strings.Contains(err.Error(), says) {
		return fmt.Errorf("gpu: got error %v", err)
	}
	if !bytes.Equal(got, old) {
		return errors.New("gpu: the old export is gone")
	}
	return nil
}

// fallback is this test's name for the GPU with the CPU as fallback, without the trials in which
// auto would reject a software GPU.
const fallback = "fallback"

func openEngine(name string, warn func(error)) (*headless.Engine, error) {
	if name == fallback {
		return headless.OpenFallback(nil, warn), nil
	}
	return headless.Open(name, nil, warn)
}

// exportOn exports with the named engine and returns the content of the output afterwards.
func exportOn(name string, o quads.Options, warn func(error)) ([]byte, error) {
	engine, err := openEngine(name, warn)
	if err == nil {
		_, err = run(context.Background(), engine, o)
		engine.Release()
	}
	got, unreadable := os.ReadFile(o.Out)
	return got, errors.Join(err, unreadable)
}
