// Command ffkvadrat plays video with a live quadtree overlay, and exports the
// quads of every frame. See README.md.
package main

import (
	"os"
	"runtime"

	"ffkvadrat/cli"
)

// Window systems want to be called from the process's first thread, which
// only an init function can be sure to be on.
func init() { runtime.LockOSThread() }

func main() { os.Exit(cli.Main(os.Args[1:])) }
