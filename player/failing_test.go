package player_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/cli/trust/inject"
	"ffkvadrat/scripts/playtest"
)

const tiny = "../samples/tiny-420.mp4"

// failing returns a player that plays a clip, not yet started.
func failing(t *testing.T, display string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := playtest.Program()
	if err != nil {
		t.Fatal(err)
	}
	frames := "20"
	if testing.Short() {
		frames = "5"
	}
	cmd := exec.CommandContext(t.Context(), path, append([]string{"play", "--untimed", "--frames", frames, tiny}, args...)...)
	cmd.Env = append(os.Environ(), "DISPLAY="+display, "XDG_CONFIG_HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CACHE_HOME="+t.TempDir(), "MESA_SHADER_CACHE_DIR="+filepath.Join(playtest.Scratch(), "shaders"))
	return cmd
}

// ending runs a player until it ends. It returns the exit status and the lines on standard error.
func ending(t *testing.T, cmd *exec.Cmd) (status int, said []string) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()
	for line := range strings.Lines(stderr.String()) {
		if strings.HasPrefix(line, "ffkvadrat: ") {
			said = append(said, line)
		} else if strings.Contains(line, "panic") || strings.Contains(line, "SIG") {
			t.Errorf("crashed: %s", stderr.String())
		}
	}
	return cmd.ProcessState.ExitCode(), said
}

// TestNoOpenGL runs without OpenGL or with too old a version: the player reports that in one line.
func TestNoOpenGL(t *testing.T) {
	display := playtest.Display(t)
	for _, env := range [][]string{
		{"MESA_GL_VERSION_OVERRIDE=3.2"},
		{"LIBGL_DRIVERS_PATH=/nowhere", "GALLIUM_DRIVER=none", "LIBGL_DEBUG=quiet", "LIBGL_ALWAYS_SOFTWARE=1"}, // Mesa 25 reads only the second one
	} {
		cmd := failing(t, display)
		cmd.Env = append(cmd.Env, env...)
		if status, said := ending(t, cmd); status != 1 || len(said) != 1 || !strings.Contains(said[0], "OpenGL 4.3 is not available") {
			t.Errorf("%s: status %d, %q", env, status, said)
		}
	}
}

// TestOldDriver runs with a driver that has OpenGL 3.3, Mesa's softpipe: another software renderer draws, and the player
// says so.
func TestOldDriver(t *testing.T) {
	cmd := failing(t, playtest.Display(t))
	cmd.Env = append(cmd.Env, "GALLIUM_DRIVER=softpipe", "LIBGL_DEBUG=quiet")
	if status, said := ending(t, cmd); status != 0 || len(said) != 1 || !strings.HasPrefix(said[0], "ffkvadrat: OpenGL 4.3 is not available: ") || !strings.HasSuffix(said[0], "; the processor draws instead\n") {
		t.Errorf("status %d, %q", status, said)
	}
}

// TestDrawingAlone runs with OpenGL 3.3 and with macOS's 4.1 on what looks like a GPU: the player draws with it, without a
// function that 3.3 lacks, and the CPU finds the quads. Mesa reports wrong calls.
func TestDrawingAlone(t *testing.T) {
	display := playtest.Display(t)
	for _, env := range [][]string{
		{"MESA_GL_VERSION_OVERRIDE=3.3", "MESA_GLSL_VERSION_OVERRIDE=330"},
		{"MESA_GL_VERSION_OVERRIDE=4.1", "MESA_GLSL_VERSION_OVERRIDE=410"},
	} {
		for _, args := range [][]string{nil, {"--colour-by", "age"}, {"--look", "mosaic"}, {"--view", "edges"}} {
			cmd := failing(t, display, args...)
			cmd.Env = append(cmd.Env, append(env, "MESA_DEBUG=1", "LIBGL_DEBUG=quiet")...)
			inject.Into(t, cmd).Old.Store(1)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			cmd.Run()
			said := stderr.String()
			if status := cmd.ProcessState.ExitCode(); status != 0 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "ffkvadrat: OpenGL 4.3 is not available: ") || !strings.HasSuffix(said, "; the processor finds the quads instead\n") {
				t.Errorf("%s %s: status %d, %q", env, args, status, said)
			}
		}
	}
}

// TestNoVisual runs on a display whose default screen has no visual for OpenGL. The player reports
// that before GLFW calls GLX, which would crash in Mesa 25.
func TestNoVisual(t *testing.T) {
	cmd := failing(t, playtest.Server(t, "-screen", "0", "1280x800x8", "-screen", "1", "1280x800x24"))
	cmd.Env = append(cmd.Env, "LIBGL_DEBUG=quiet")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()
	text := stderr.String()
	if status := cmd.ProcessState.ExitCode(); status != 1 || strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "ffkvadrat: OpenGL 4.3 is not available: ") || !strings.Contains(text, "GLX") {
		t.Errorf("status %d, %q", status, text)
	}
}

// TestOpenGLFails plays while OpenGL calls fail. The player either continues without the GPU engine
// and warns, or ends with a line that says why.
func TestOpenGLFails(t *testing.T) {
	display := playtest.Display(t)
	count := failing(t, display)
	c := inject.Into(t, count)
	if status, said := ending(t, count); status != 0 || len(said) > 0 {
		t.Fatalf("all is well: status %d, %q", status, said)
	}
	t.Logf("%d shaders, %d objects, %d dispatches", c.Shaders.Load(), c.Objects.Load(), c.Dispatches.Load())
	lost, shaders, objects := c.Dispatches.Load()/2, c.Shaders.Load(), c.Objects.Load()
	if lost == 0 || shaders == 0 || objects == 0 {
		t.Fatal("the player has not used the GPU")
	}

	cmd := failing(t, display)
	inject.Into(t, cmd).LostAt.Store(lost)
	if status, said := ending(t, cmd); status != 1 || len(said) == 0 || !strings.Contains(said[len(said)-1], "the OpenGL context is lost") {
		t.Errorf("lost context: status %d, %q", status, said)
	}
	outcomes := map[int]int{}
	try := func(what string, says string, fail func(c *inject.Control)) {
		cmd := failing(t, display)
		fail(inject.Into(t, cmd))
		status, said := ending(t, cmd)
		if status > 1 || status < 0 || len(said) != 1 || !strings.Contains(said[0], says) {
			t.Errorf("%s: status %d, %q", what, status, said)
		}
		outcomes[status]++
	}
	shaderStep, objectStep := int64(1), int64(1)
	if testing.Short() { // each player takes a second; cli/trust tests each failure of the engine
		shaderStep, objectStep = 3, 1+objects/4
	}
	for i := int64(0); i < shaders; i += shaderStep {
		try(fmt.Sprintf("shader %d", i), "compile", func(c *inject.Control) { c.ShaderAt.Store(i) })
	}
	for i := int64(0); i < objects; i += objectStep {
		try(fmt.Sprintf("object %d", i), "0x505", func(c *inject.Control) { c.ObjectAt.Store(i) })
	}
	t.Logf("by exit status: %v", outcomes)
}
