// Landscape draws mountains, a lake and a boat, and encodes them with the ffmpeg command: a clip that
// looks like camera footage, for the moving picture of the README.
//
//	go run ./samples/landscape [-width N] [-frames N] -o FILE
//
// Equal versions of Go, ffmpeg and x264 on the same architecture give equal files.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"sync"
)

const frameRate = 25

func main() {
	width := flag.Int("width", 960, "width of the picture in `pixels`; the height is 9/16 of it")
	frames := flag.Int("frames", 100, "the `number` of frames")
	out := flag.String("o", "", "the `file` to write")
	flag.Parse()
	if err := run(*width, *frames, *out); err != nil {
		fmt.Fprintln(os.Stderr, "landscape:", err)
		os.Exit(1)
	}
}

func run(width, frames int, out string) (err error) {
	height := width * 9 / 16 &^ 1
	switch {
	case out == "":
		return errors.New("-o names the file to write")
	case width < 16 || width > 8192 || width%2 != 0:
		return fmt.Errorf("-width %d: it is even, from 16 to 8192", width)
	case frames < 1:
		return fmt.Errorf("-frames %d: at least 1", frames)
	}
	cmd := exec.Command("ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24",
		"-video_size", fmt.Sprintf("%dx%d", width, height), "-framerate", fmt.Sprint(frameRate), "-i", "pipe:0",
		"-vf", "scale=out_color_matrix=bt709", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-crf", "18", "-threads", "1",
		"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
		"-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags", "+faststart", out)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	werr := write(in, width, height, frames)
	if err := errors.Join(werr, in.Close(), cmd.Wait()); err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	return nil
}

// write writes raw RGB frames, 8 bits per sample.
func write(w io.Writer, width, height, frames int) error {
	pix := make([]byte, 3*width*height)
	for n := range frames {
		draw(pix, width, height, float64(n)/frameRate)
		if _, err := w.Write(pix); err != nil {
			return err
		}
	}
	return nil
}

// draw fills pix with the picture at t seconds; each pixel averages four positions.
func draw(pix []byte, width, height int, t float64) {
	var rows sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		rows.Go(func() {
			for y := worker; y < height; y += workers {
				for x := range width {
					var sum colour
					for i := range 4 {
						px := (float64(x) + 0.25 + 0.5*float64(i&1)) / float64(height)
						py := (float64(y) + 0.25 + 0.5*float64(i>>1)) / float64(height)
						c := picture(px, py, t)
						sum.r, sum.g, sum.b = sum.r+c.r, sum.g+c.g, sum.b+c.b
					}
					for i, v := range [...]float64{sum.r, sum.g, sum.b} {
						pix[3*(y*width+x)+i] = byte(math.Round(255 * max(0, min(1, v/4))))
					}
				}
			}
		})
	}
	rows.Wait()
}
