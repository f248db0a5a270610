package cli

import (
	"io"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
)

// Version is the program's version.
const Version = "0.2.0"

// commit is the commit of the build, set by the linker; empty if unknown.
var commit string

// versionFlag prints the versions of the program and of FFmpeg. OpenGL's needs a context, which
// takes long to create; probe prints it.
type versionFlag bool

// BeforeReset implements kong's hook.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	printVersion(app.Stdout)
	app.Exit(statusDone)
	return nil
}

func printVersion(w io.Writer) {
	built := "commit unknown"
	if commit != "" {
		built = "commit " + commit
	}
	printLine(w, "ffkvadrat %s, %s", Version, built)
	printLine(w, "FFmpeg %s", decode.FFmpegVersion())
}
