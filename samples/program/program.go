// Package program implements the command line of dicer and heartbreaker: it dices a mesh, prints the
// times, and writes a video of the points.
//
// Input is a command line; output is text and files, and on a terminal a bar with the progress. Several
// goroutines draw the frames of a video, and another one encodes them.
package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/overlay/png"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/progress"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/samples/dicing"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// Video describes a program and its video.
type Video struct {
	Name         string // of the program
	Frames, Rate int
	Still        int   // the frame for a single picture
	Side         int   // of the slices, in voxels
	Sides        []int // of the printed table
	Papers       map[int]dicing.Paper
	Model        func() *mesh.Mesh // default model
	// Begin returns a function that draws the frames of a video of these points, for one goroutine.
	Begin func(width, height int, points []voxels.Point, side int) Draw
}

// Draw draws a frame.
type Draw func(dst *image.RGBA, frame int) error

// Exit statuses, the same as ffkvadrat's.
const (
	statusFailed      = 1
	statusUsage       = 2
	statusInterrupted = 130
)

// errUsage is an error in the command line.
var errUsage = errors.New("-h lists the flags")

// Main is the program's main function. A signal ends it without an unfinished file; a second one ends
// it at once.
func (f *Video) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop)
	err := f.Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	status, text := statusFailed, ""
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return
	case ctx.Err() != nil:
		status, text = statusInterrupted, "interrupted"
	case errors.Is(err, errUsage):
		status, text = statusUsage, wording.Line(err)
	default:
		text = wording.Line(err)
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", f.Name, text)
	os.Exit(status)
}

// options are the command line's options.
type options struct {
	model, engine, out, png, slices, obj, marks string
	width, height, frame, runs                  int
	container                                   render.Container // of out
	terminal                                    io.Writer
}

// Run runs the program: it parses args, prints the table to w, and writes the requested files. If
// terminal is one, it shows the progress.
func (f *Video) Run(ctx context.Context, args []string, w, terminal io.Writer) error {
	o := options{terminal: terminal}
	flags := flag.NewFlagSet(f.Name, flag.ContinueOnError)
	flags.StringVar(&o.engine, "engine", "cpu", "the `ENGINE` that lists the points: cpu, gpu or auto")
	flags.StringVar(&o.out, "o", "", "write the video to this `FILE`, as in video.mp4, or to pictures, as in %04d.png")
	flags.StringVar(&o.png, "png", "", "write one picture to this `FILE`")
	flags.IntVar(&o.frame, "frame", f.Still, "which `FRAME` -png writes")
	flags.StringVar(&o.slices, "slices", "", "write the picture of the slices to this PNG `FILE`")
	flags.StringVar(&o.obj, "obj", "", "write the model to this `FILE`")
	flags.StringVar(&o.marks, "marks", "shell", "which `VOXELS` are points: shell, ends or all")
	flags.IntVar(&o.width, "width", 1280, "width of the video in `PIXELS`")
	flags.IntVar(&o.height, "height", 720, "height of the video in `PIXELS`")
	flags.IntVar(&o.runs, "runs", 7, "measure each stage this `OFTEN`; 0 prints no table")
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		flags.SetOutput(w)
		flags.Usage()
		return err
	}
	if err == nil {
		o.model = flags.Arg(0)
		err = f.check(flags, &o)
	}
	if err != nil {
		return fmt.Errorf("%w; %w", err, errUsage)
	}
	return f.run(ctx, &o, w)
}

// check checks the command line, before anything takes time, and finds the video's container.
func (f *Video) check(flags *flag.FlagSet, o *options) (err error) {
	flags.Visit(func(given *flag.Flag) {
		if given.Value.String() == "" {
			err = fmt.Errorf("-%s is empty", given.Name)
		}
	})
	switch {
	case err != nil:
		return err
	case flags.NArg() > 1:
		return fmt.Errorf("give one model, not %d", flags.NArg())
	case o.frame < 0 || o.frame >= f.Frames:
		return fmt.Errorf("frame %d is not one of %d", o.frame, f.Frames)
	case o.width < 1 || o.height < 1 || o.width > 8192 || o.height > 8192:
		return fmt.Errorf("pictures of %d×%d: a side is from 1 to 8192", o.width, o.height)
	case o.out == "":
		return nil
	}
	if o.container, err = render.ContainerForName(o.out); err == nil && o.container.Pictures() {
		_, err = render.ParseSequence(o.out)
	}
	return err
}

func (f *Video) run(ctx context.Context, o *options, w io.Writer) error {
	marks, err := voxels.ParseMarks(o.marks)
	if err != nil {
		return err
	}
	m, err := f.open(o.model)
	if err != nil {
		return err
	}
	if o.obj != "" {
		about := fmt.Sprintf("%d triangles, made by samples/%s", m.Triangles(), f.Name)
		if err := atomicfile.WriteFile(ctx, o.obj, func(w io.Writer) error { return m.WriteOBJ(w, about) }); err != nil {
			return err
		}
	}
	if o.runs > 0 {
		t := dicing.Table{Title: fmt.Sprintf("%s: %d triangles, marks %v, times in ms", f.Name, m.Triangles(), marks), Machine: dicing.Machine()}
		for _, side := range f.Sides {
			if err := t.Add(ctx, o.engine, side, marks, m, o.runs, f.Papers); err != nil {
				return err
			}
		}
		if err := t.Write(w); err != nil {
			return err
		}
	}
	if o.out == "" && o.png == "" && o.slices == "" {
		return nil
	}
	return f.draw(ctx, o, m, marks)
}

// open reads a model, or returns the program's default.
func (f *Video) open(name string) (*mesh.Mesh, error) {
	if name == "" {
		return f.Model(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := mesh.ReadOBJ(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m.Fit(0.9)
	return m, nil
}

// draw writes the pictures and the video.
func (f *Video) draw(ctx context.Context, o *options, m *mesh.Mesh, marks voxels.Marks) error {
	d, err := dicing.New(o.engine, f.Side, marks)
	if err != nil {
		return err
	}
	defer d.Release()
	points, err := d.Points(m)
	if err != nil {
		return err
	}
	if o.slices != "" {
		if err := atomicfile.WriteFile(ctx, o.slices, func(w io.Writer) error { return png.Encode(w, opaque(d.Picture())) }); err != nil {
			return err
		}
	}
	if o.png != "" {
		img := image.NewRGBA(image.Rect(0, 0, o.width, o.height))
		if err := f.Begin(o.width, o.height, points, f.Side)(img, o.frame); err != nil {
			return err
		}
		if err := atomicfile.WriteFile(ctx, o.png, func(w io.Writer) error { return png.Encode(w, img) }); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	bar := progress.New(o.terminal)
	defer bar.End()
	video := render.Drawing{
		Width: o.width, Height: o.height, Frames: f.Frames, Rate: decode.Rational{Num: f.Rate, Den: 1},
		Output: output(o.container), Out: o.out,
		Progress: func(p pipeline.Progress) { bar.Show(p.Frames, p.Part) },
	}
	for range goroutines(o.width*o.height, runtime.GOMAXPROCS(0)) {
		video.Draw = append(video.Draw, f.Begin(o.width, o.height, points, f.Side))
	}
	_, err = render.Draw(ctx, video)
	return err
}

// output returns how the video is encoded: by x264 with a fast preset, as most particles are noise, on
// which slower ones spend more time than drawing takes; by other encoders as they usually do.
func output(c render.Container) render.Output {
	o := render.Output{Container: c}
	if offers := c.Offers(); len(offers) > 0 && offers[0].Name == "libx264" {
		o.Preset = "veryfast"
	}
	return o
}

// mostPixels limits the memory of the goroutines that draw: each has some 100 bytes for each pixel.
const mostPixels = 1 << 23

// goroutines returns the number of goroutines that draw pictures of some pixels.
func goroutines(pixels, processors int) int { return max(1, min(processors, 4, mostPixels/pixels)) }

// opaque returns the picture of the slices without transparency.
func opaque(p *voxels.Picture) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	for i, a := range p.Alpha.Data {
		img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = a, a, a, 255
	}
	return img
}
