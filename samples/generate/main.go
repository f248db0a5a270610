// Generate renders the clips of the samples folder and writes them, with
// their README, into the folder given as argument ("samples" by default):
//
//	go run ./samples/generate [-only NAME] [-frame N -png FILE] [FOLDER]
//
// It draws the frames and the sound itself and pipes them to the ffmpeg command. Equal versions of Go,
// ffmpeg and x264 on the same architecture give equal files.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	only := flag.String("only", "", "write only the clip of this `NAME`")
	frame := flag.Int("frame", 0, "the frame that -png draws")
	png := flag.String("png", "", "draw one frame into this `FILE` and stop")
	flag.Parse()
	dir := "samples"
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if err := run(dir, *only, *png, *frame); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run writes every clip, or only the named one, and the README into dir. If png is not empty, it writes
// only frame n of the scene, as an image.
func run(dir, only, png string, n int) error {
	s := newScene()
	if png != "" {
		c := clip{name: filepath.Base(png), width: sceneWidth, height: sceneHeight, pixels: "rgb24", frames: 1, first: n}
		return c.write(s, filepath.Dir(png))
	}
	found := false
	for _, c := range clips {
		if only != "" && c.name != only {
			continue
		}
		found = true
		fmt.Println(filepath.Join(dir, c.name))
		if err := c.write(s, dir); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("no clip is named %q", only)
	}
	var readme bytes.Buffer
	if err := writeReadme(&readme); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "README.md"), readme.Bytes(), 0o644)
}
