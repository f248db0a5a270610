package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/pipeline/render"
)

type renderCommand struct {
	Files          []fileName `arg:"" optional:"" name:"file" help:"Videos, pictures, and folders of them. Without any, the embedded sample. One export in JSON, NDJSON or .ffq is rendered without its video: each quad is filled with its mean, or drawn on black if the export has no means."`
	Stream         int        `default:"-1" help:"Index of the video stream. -1 is FFmpeg's choice." group:"Input:"`
	decoding       `group:"Input:"`
	Output         outName `short:"o" required:"" placeholder:"OUT" help:"File to write; its extension is the container. One of .mp4, .m4v, .mov, .mkv, .webm or .nut. - is standard output. A name such as out-%05d.png, .tif or .jpg writes one file per frame, with the frame's index. With several files or a folder, the folder to write to." group:"Output:"`
	Format         string  `placeholder:"FORMAT" help:"Container, whatever the file's name. One of mp4, m4v, mov, mkv, webm, nut, png, tif or jpg. Into a folder, the default is mkv, which holds any sound." group:"Output:"`
	overwriting    `group:"Output:"`
	OverlayOnly    bool     `help:"Write the quads alone on a transparent background, without sound. For .mov (ProRes 4444; qtrle and png are lossless), .mkv (FFV1) and .webm (VP9)." group:"Output:"`
	Mute           bool     `help:"Leave the sound out. Without it, all sound streams are copied." group:"Output:"`
	Sound          bool     `hidden:"" default:"true" group:"Output:"` // the former name of the default
	Encoder        string   `placeholder:"NAME" help:"FFmpeg's video encoder. Such as libx264, libx265, libvpx-vp9, libaom-av1, prores_ks, ffv1. Without it, the container's usual one." group:"Encoding:"`
	Quality        *float64 `placeholder:"Q" help:"Quality on the encoder's scale; less is better. It is the CRF of libx264, libx265, libvpx-vp9 and AV1, the quantiser's scale of older encoders." group:"Encoding:"`
	Preset         string   `placeholder:"P" help:"Preset of the encoder. medium or fast of libx264 or libx265, a number for VP9 and AV1." group:"Encoding:"`
	PixFmt         string   `placeholder:"FORMAT" help:"FFmpeg's pixel format to encode. yuv444p keeps thin lines in full colour. Without it, 4:2:0, or RGB for lossless encoders." group:"Encoding:"`
	interest       `group:"Without quads:"`
	selectionFlags `group:"Frames:"`
	tuning         `group:"Quads:"`
	goals          `group:"Number of quads:"`
	cubing         `group:"Cubes:"`
	viewing        `group:"View:"`
	orbiting       `group:"View:"`
	drawing        `group:"Look of the quads:"`
	judging        `group:"Look of the quads:"`
	display        `group:"Colours of the picture:"`
	sharding       `group:"Many files:"`
}

// Validate implements kong's hook.
func (c *renderCommand) Validate() error {
	if c.Output == "" {
		return nil // kong reports it
	}
	o, err := c.options()
	if err == nil {
		err = o.Output.Check()
	}
	switch {
	case err == nil && c.many():
		err = c.checkMany(o.Output.Container)
	case err == nil && c.Clean && o.Output.Container.Pictures():
		err = errors.New("--clean makes a video, not pictures")
	case err == nil && o.Output.Container.Pictures():
		_, err = render.ParseSequence(string(c.Output))
	}
	return errors.Join(c.tuning.Validate(), c.goals.check(c.tuning), c.cubing.check(c.tuning, c.Each), c.checkView(c.viewing), c.checkFiles(), c.sharding.check(c.many()), c.interest.check(c), c.judging.check(c), err)
}

// options returns the rendering by the arguments, without its files.
func (c *renderCommand) options() (o render.Options, err error) {
	o = render.Options{
		Stream: c.Stream,
		Cube:   c.Cube,
		Cuts:   c.stops(),
		Silent: c.Mute || c.OverlayOnly,
		Output: render.Output{
			Encoder:     c.Encoder,
			Quality:     c.Quality,
			Preset:      c.Preset,
			PixelFormat: c.PixFmt,
			Alone:       c.OverlayOnly,
		},
	}
	c.interest.output(&o.Output, c.Strength)
	switch {
	case c.Format != "":
		o.Output.Container, err = render.ParseContainer(c.Format)
	case c.many():
		o.Output.Container, err = render.ParseContainer("mkv")
	default:
		o.Output.Container, err = render.ContainerForName(string(c.Output))
	}
	if err == nil {
		o.Selection, err = c.selectionFlags.parse()
	}
	if err == nil {
		err = c.interest.tune(&c.tuning)
	}
	if err == nil {
		o.Params, err = c.params()
		o.Goal = c.goals.target(c.tuning)
	}
	if err == nil {
		if o.Style, err = c.live(); c.sorts() {
			o.Style.Opacity = 0
		}
	}
	o.Judging = c.judging.judge()
	if err == nil {
		o.Colour, err = c.choice()
	}
	if err == nil {
		o.Needs = c.needs()
		o.Ground, err = c.grounds()
	}
	if err == nil {
		if o.Cloud, err = c.orbiting.cloud(c.viewing); o.Cloud != nil && c.OverlayOnly {
			err = errAloneView
		}
	}
	return o, err
}

// grounds returns a constructor of functions that paint the view, or nil.
func (c *renderCommand) grounds() (func() render.Ground, error) {
	shown, err := c.choice()
	if err != nil {
		return nil, err
	}
	paint, err := c.ground(shown)
	switch {
	case err != nil || paint == nil:
		return nil, err
	case c.OverlayOnly:
		return nil, errAloneView
	}
	return func() render.Ground {
		paint, _ := c.ground(shown)
		return paint
	}, nil
}

// many reports whether there can be several outputs, which go to a folder.
func (c *renderCommand) many() bool { return manyOutputs(c.Files, c.Output) }

func (c *renderCommand) checkMany(container render.Container) error {
	name := string(c.Output)
	info, err := os.Stat(name)
	_, noContainer := render.ContainerForName(name)
	switch {
	case container.Pictures():
		return fmt.Errorf("--output: pictures are written from one video at a time, with a name such as out-%%05d.%s", container)
	case name == "-":
		return errors.New("--output: standard output holds one video: name a folder")
	case err == nil && !info.IsDir(), err != nil && noContainer == nil && !strings.HasSuffix(name, "/"):
		return fmt.Errorf("--output: %s names a file, but several videos or a folder of them need a folder", name)
	case len(c.Files) == 0:
		return fmt.Errorf("--output: %s is a folder: name a file in it for the embedded sample, or for a device", name)
	}
	return nil
}

// runMany renders several files into a folder, in sequence, because each uses all cores.
func (c *renderCommand) runMany(e *environment) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	quietly("SVT_LOG", "1")
	m := many{
		Options: batch.Options{Folder: string(c.Output), Jobs: 1, Shard: batch.Shard(c.Shard), Extension: "." + string(o.Output.Container)},
		files:   c.Files, engine: c.Engine, decoding: c.decoding, done: "rendered", taken: c.taken(o),
	}
	m.ready = func(b *batch.Options, watch *batchProgress) {
		b.Make = func(ctx context.Context, engine analysis.Engine, path, out string, progress func(pipeline.Progress)) (quads.Report, error) {
			o := o
			o.Path, o.Out = path, out
			report, err := render.Run(ctx, engine, o, progress)
			if err == nil {
				for _, text := range renderWarnings(path, report) {
					watch.line("ffkvadrat: %s", text)
				}
				if report.Trial != nil {
					watch.line("%s:", out)
					for _, text := range trialText(report.Trial) {
						watch.line("%s", text)
					}
				}
			}
			return quads.Report{Frames: report.Frames, Faults: report.Faults}, renderError(err)
		}
	}
	return m.run(e, c.overwriting)
}

// taken is [goals.taken] for a rendering; a clean one has no quads.
func (c *renderCommand) taken(o render.Options) string {
	if o.Output.Clean {
		return ""
	}
	return c.goals.taken(c.tuning, o.Params, o.Goal, c.Output)
}

// outputs returns the files that the command may overwrite: its output, or the existing pictures of
// its numbered names.
func (c *renderCommand) outputs() ([]string, error) {
	o, err := c.options()
	if err != nil || !o.Output.Container.Pictures() {
		return []string{string(c.Output)}, err
	}
	sequence, err := render.ParseSequence(string(c.Output))
	if err != nil {
		return nil, err
	}
	return sequence.Existing()
}

// renderError adds to an error which flags help.
func renderError(err error) error {
	switch {
	case errors.Is(err, render.ErrSound):
		return fmt.Errorf("%w; .mkv holds any, and --mute leaves it out", err)
	case errors.Is(err, render.ErrNotSeekable):
		return fmt.Errorf("%w; --format mkv, webm and nut need no seeking", err)
	}
	return err
}

// renderWarnings returns what differs from the video.
func renderWarnings(name string, r render.Report) (texts []string) {
	if r.Mute {
		texts = append(texts, name+": its sound is left out, as a pipe is read only once: render from a file to keep it")
	}
	if r.Turned {
		texts = append(texts, name+": its pictures are not upright, as the container stores no rotation: .mp4 and .mov do")
	}
	if r.Fitted > 0 {
		texts = append(texts, fmt.Sprintf("%s: %s scaled to the first one's size", name, number(r.Fitted, "picture")))
	}
	return texts
}

func (c *renderCommand) Run(e *environment) error {
	if len(c.Files) == 1 && isStored(string(c.Files[0])) {
		return c.runStored(e)
	}
	if err := c.find(e, c.Stream, c.Files...); err != nil {
		return err
	}
	if c.many() {
		return c.runMany(e)
	}
	s := source{Stream: c.Stream}
	if len(c.Files) == 1 {
		s.File = c.Files[0]
	}
	outputs, err := c.outputs()
	if err != nil {
		return err
	}
	if err := c.mayWrite(e, outputs...); err != nil {
		return err
	}
	return s.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		o, err := c.options()
		if err != nil {
			return err
		}
		o.Path, o.Out = in.path, string(c.Output)
		if err := in.settle(e.ctx, &o.Params, &o.Goal); err != nil {
			return err
		}
		w, err := c.begin(e, o.Out)
		if err != nil {
			return err
		}
		o.To = w.to
		quietly("SVT_LOG", "1") // errors only: SVT-AV1 writes to standard error
		report, err := render.Run(w.ctx, engine, o, w.show)
		w.end()
		switch err = renderError(err); {
		case errors.Is(err, render.ErrSound), errors.Is(err, render.ErrNotSeekable):
			return err
		case err != nil && c.names(err):
			return err
		case err != nil:
			return in.about(selectionError(err))
		}
		for _, text := range renderWarnings(in.name, report) {
			e.warn("%s", text)
		}
		if err := errors.Join(in.damage(report.Faults, fmt.Sprintf("%s in %s", number(report.Frames, "frame"), o.Out)), c.judging.damage(report.Second)); err != nil {
			return err
		}
		e.say("%s: %s of %d×%d, %s in %s%s", o.Out, number(report.Frames, "frame"), report.Width, report.Height, report.Encoder, report.PixelFormat, c.taken(o))
		if report.Trial != nil {
			for _, text := range trialText(report.Trial) {
				e.say("%s", text)
			}
		}
		return nil
	})
}

// quietly sets a library's environment variable, unless the user has set it.
func quietly(variable, value string) {
	if _, set := os.LookupEnv(variable); !set {
		os.Setenv(variable, value)
	}
}
