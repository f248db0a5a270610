package cli

import (
	"io"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
)

// Version is the program's version.
const Version = "0.2.0"

// commit is the commit of the build. The linker sets it; empty means unknown.
var commit string

// versionFlag prints the versions of the program and of FFmpeg. Probe prints OpenGL's, which only a
// context knows: making one takes long.
type versionFlag bool

// BeforeReset is called by kong.
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
