package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
	"ffkvadrat/export/wording"
	"ffkvadrat/gpu"
)

// Version is the program's version.
const Version = "0.1.0"

// commit is the commit of the build. The linker sets it; empty means unknown.
var commit string

// versionFlag prints the versions that a bug report needs.
type versionFlag bool

// BeforeReset is called by kong.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	built := "commit unknown"
	if commit != "" {
		built = "commit " + commit
	}
	printLine(app.Stdout, "ffkvadrat %s, %s", Version, built)
	printLine(app.Stdout, "FFmpeg %s", decode.FFmpegVersion())
	printLine(app.Stdout, "OpenGL %s", askOpenGL())
	app.Exit(statusDone)
	return nil
}

// openGLFlag prints in one line which OpenGL there is. askOpenGL reads it.
type openGLFlag bool

// BeforeReset is called by kong.
func (openGLFlag) BeforeReset(app *kong.Kong) error {
	if dev, err := gpu.OpenHeadless(false); err != nil {
		printLine(app.Stdout, "none: %s", wording.Line(err))
	} else {
		printLine(app.Stdout, "%s, %s", dev.Caps.Version, dev.Caps.Renderer)
		dev.Release()
	}
	app.Exit(statusDone)
	return nil
}

// driverPatience is how long a driver may take to make a context.
const driverPatience = 10 * time.Second

// askOpenGL says which OpenGL there is. It asks in another process: if a driver
// crashes or hangs, --version still answers.
func askOpenGL() string {
	ctx, cancel := context.WithTimeout(context.Background(), driverPatience)
	defer cancel()
	path, err := os.Executable()
	if err != nil {
		return "unknown: " + wording.Line(err)
	}
	child := exec.CommandContext(ctx, path, "--opengl")
	child.WaitDelay = time.Second
	answer, err := child.Output()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "unknown: the driver does not answer"
	case errors.As(err, &failed):
		return "unknown: the driver fails: " + wording.Line(err)
	case err != nil:
		return "unknown: " + wording.Line(err)
	}
	return strings.TrimSpace(string(answer))
}
