package exporting

import (
	"context"
	"errors"
	"io"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/response"
	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/measure/blocklist"
	"ffkvadrat/overlay/png"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/pipeline/sheet"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
)

// Job is an export of a video: what the form and the settings ask for.
type Job struct {
	Form      Form
	Path      string // the video, and its stream
	Stream    int
	Selection pipeline.Selection
	Choices   session.Choices
}

// work writes a file with an engine. It returns the number of frames written and whether the video
// is damaged, and calls progress from time to time.
type work func(ctx context.Context, engine analysis.Engine, progress func(frames int64, part float64)) (frames int64, damaged bool, err error)

// goal returns the wanted number of quads per frame, if thresholds follow it on the screen, else
// nil.
func goal(c *session.Choices) *response.Goal {
	if !c.EachFrame {
		return nil
	}
	return &response.Goal{Quads: c.Wanted, Each: true, Near: true}
}

// CubeFrames returns the length of the windows of cubes, as on the screen; 0 for quads.
func CubeFrames(c *session.Choices) int {
	if !c.EachFrame && cubes.Fits(c.Params) {
		return c.Cube.Frames()
	}
	return 0
}

// work returns what writes the job's file. It calls large with a warning if the file becomes large.
func (j *Job) work(large func(string)) work {
	switch j.Form.Format {
	case Sheet:
		return j.sheet
	case Video, Pictures:
		return j.video
	case Blocks:
		return j.blocks
	}
	return j.quads(large)
}

// Check returns an error if the form's format needs other settings or another name.
func (j *Job) Check() error {
	form := &j.Form
	switch {
	case form.Format == Video || form.Format == Pictures:
		o, err := form.output()
		if err == nil {
			err = o.Check()
		}
		return err
	case form.Format == Blocks:
		_, err := form.blocks()
		return err
	case form.Format.Has(quadfile.Maps):
		return form.Format.TakesStrength(j.Choices.Strength)
	}
	return nil
}

// quads returns the work that exports quads.
func (j *Job) quads(large func(string)) work {
	form, cube := &j.Form, CubeFrames(&j.Choices)
	o := quads.Options{
		Path: j.Path, Stream: j.Stream, Selection: j.Selection, Params: j.Choices.Params, Goal: goal(&j.Choices), Cube: cube, Cuts: cube != 0,
		Out: form.Path(), Format: form.Format, Compression: form.Compression, Summary: form.Summary, Playlist: true,
		Large: largeExport, Foresee: func(f quads.Forecast) { large(foreseen(f)) },
	}
	if form.Format.Has(quadfile.Maps) {
		o.Strength = j.Choices.Strength
	}
	return func(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
		r, err := quads.Run(ctx, engine, o, func(now pipeline.Progress) { progress(now.Frames, now.Part) })
		return r.Frames, r.Faults.Any(), err
	}
}

// largeExport is the size in bytes from which on smaller formats are named.
const largeExport = 200e6

// foreseen estimates the size of an export and names smaller choices of the form.
func foreseen(f quads.Forecast) string {
	text := "About " + quads.About(f.Bytes) + " at this rate."
	if !f.Whole {
		text = quads.About(f.Bytes) + " already."
	}
	var forms []string
	for _, form := range f.Forms {
		if form.Columns == nil { // the form cannot select columns
			forms = append(forms, form.String())
		}
	}
	if len(forms) == 0 {
		return text
	}
	return text + " Smaller: " + strings.Join(forms, ", ")
}

// video renders a video with its quads; it is a work.
func (j *Job) video(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
	output, err := j.Form.output()
	if err != nil {
		return 0, false, err
	}
	c, cube := &j.Choices, CubeFrames(&j.Choices)
	r, err := render.Run(ctx, engine, render.Options{
		Path: j.Path, Stream: j.Stream, Selection: j.Selection, Params: c.Params, Goal: goal(c), Cube: cube, Cuts: cube != 0,
		Style: scene.Style(c), Colour: c.Shown, Output: output, Out: j.Form.Path(),
	}, func(now pipeline.Progress) { progress(now.Frames, now.Part) })
	return r.Frames, r.Faults.Any(), err
}

// blocks writes the codec's blocks; it is a work.
func (j *Job) blocks(ctx context.Context, _ analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
	o, err := j.Form.blocks()
	if err != nil {
		return 0, false, err
	}
	o.Path, o.Stream, o.Selection = j.Path, j.Stream, j.Selection
	r, err := blocklist.Run(ctx, o, func(now pipeline.Progress) { progress(now.Frames, now.Part) })
	if errors.Is(err, blocklist.ErrNone) {
		err = &partition.NoBlocksError{Codec: r.Codec}
	}
	return r.Frames, r.Faults.Any(), err
}

// SheetFrames is the number of frames in a contact sheet.
func SheetFrames() int64 {
	o := sheet.Usual()
	return int64(o.Columns * o.Rows)
}

// sheet writes a contact sheet; it is a work.
func (j *Job) sheet(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
	c, out := &j.Choices, j.Form.Path()
	o := sheet.Usual()
	o.Params, o.Goal, o.Style, o.Colour = c.Params, goal(c), scene.Style(c), c.Shown
	if err := pipeline.Guard(pipeline.File{Name: out}, pipeline.File{Name: j.Path}); err != nil {
		return 0, false, err
	}
	video, err := decode.OpenVideo(ctx, j.Path, decode.Options{Stream: j.Stream, Needs: o.Params.Needs()})
	if err != nil {
		return 0, false, err
	}
	defer video.Close()
	length, err := video.Length()
	if err != nil {
		return 0, false, err
	}
	o.Title = sheet.Title(describe.Name(j.Path), video.Info(), length)
	img, err := sheet.Make(ctx, video, length, engine, o, func(done int) {
		progress(int64(done), float64(done)/float64(o.Columns*o.Rows))
	})
	if err != nil {
		return 0, false, err
	}
	err = atomicfile.WriteFile(ctx, out, func(w io.Writer) error { return png.Encode(w, img) })
	return int64(o.Columns * o.Rows), video.Faults().Any(), err
}
