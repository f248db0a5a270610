package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
)

type exportCommand struct {
	source
	tuning
	selection
	Output  fileName `short:"o" required:"" placeholder:"OUT" help:"File to write; its ending is the format: .json, .ndjson, .csv, .yuview.csv (with a .yuvplaylist beside it) or .coco.json; .gz or .zst behind it compresses. - is standard output."`
	Format  string   `placeholder:"FORMAT" help:"json, ndjson, csv, yuview or coco, whatever the file's name; with .gz or .zst behind it compressed."`
	Summary bool     `help:"Count the quads of each size, and leave the quads out: json, ndjson or csv."`
}

// Validate is called by kong.
func (c *exportCommand) Validate() error {
	if c.Output == "" {
		return nil // which kong tells
	}
	format, _, err := c.format()
	if err == nil && c.Summary && !format.Summarises() {
		err = fmt.Errorf("--summary is for json, ndjson and csv, not for %v", format)
	}
	if err != nil { // the command's name stands before it already
		err = errors.New(strings.TrimPrefix(err.Error(), "export: "))
	}
	_, badFrames := c.frames()
	return errors.Join(c.tuning.Validate(), badFrames, err)
}

// format is what the flag says, and for what it does not the file's name.
func (c *exportCommand) format() (export.Format, export.Compression, error) {
	_, compression := export.CutCompression(string(c.Output))
	if c.Format == "" {
		format, err := export.FormatForName(string(c.Output))
		return format, compression, err
	}
	name, asked := export.CutCompression(c.Format)
	if asked != export.Plain {
		compression = asked
	}
	format, err := export.ParseFormat(name)
	return format, compression, err
}

func (c *exportCommand) Run(e *environment) error {
	return c.with(e, c.tuning, func(in *input, engine *engine) error {
		for _, name := range []string{string(c.Output), c.playlist()} {
			if err := in.protect(name); err != nil {
				return err
			}
		}
		// Which frames of a damaged stream a decoder with several threads marks
		// or conceals, and how, differs between runs. So that files do not, such a
		// stream is exported again on one thread; where input or output cannot be
		// taken back, it is one from the start.
		threads := 0
		if !in.regular() || !replaceable(string(c.Output)) {
			threads = 1
		}
		n, faults, err := c.export(e, in, engine, threads)
		if errors.Is(err, errAgain) {
			n, faults, err = c.export(e, in, engine, 1)
		}
		if err != nil {
			return err
		}
		if err := in.damage(faults, fmt.Sprintf("%d frames are in %s", n, c.Output)); err != nil {
			return err
		}
		e.say("%s: %d frames", c.Output, n)
		return nil
	})
}

// errAgain asks for another export on one thread.
var errAgain = errors.New("damaged input, decoded on several threads")

// export writes the whole file and tells the number of frames.
func (c *exportCommand) export(e *environment, in *input, engine *engine, threads int) (n int, faults decode.Faults, err error) {
	video, err := in.open(e, threads)
	if err != nil {
		return 0, faults, err
	}
	defer video.Close()
	format, compression, err := c.format()
	if err != nil {
		return 0, faults, err
	}
	out, err := createCompressed(e, string(c.Output), compression)
	if err != nil {
		return 0, faults, err
	}
	defer out.Abort()
	params, err := c.params()
	if err != nil {
		return 0, faults, err
	}
	info := video.Info()
	head := header(in.name, info, params)
	start := export.NewWriter
	if c.Summary {
		start = export.NewSummary
	}
	writer, err := start(out, format, head)
	if err != nil {
		return 0, faults, err
	}
	frames, err := c.frames()
	if err != nil {
		return 0, faults, err
	}
	if err := frames.seek(video, format.Numbers()); err != nil {
		return 0, faults, err
	}
	progress := newProgress(e, info)
	defer progress.end()
	if n, faults, err = exportFrames(e.ctx, video, frames, engine, params, writer, progress); err != nil {
		return n, faults, err
	}
	if faults.Any() && threads != 1 {
		return n, faults, errAgain
	}
	if err := writer.Close(); err != nil {
		return n, faults, err
	}
	if err := out.Commit(); err != nil {
		return n, faults, err
	}
	if left := writer.LeftOut(); left > 0 {
		e.warn("%s: %d frames are not in %s, as their size differs from the first frame's", in.name, left, c.Output)
	}
	if name := c.playlist(); name != "" {
		return n, faults, writePlaylist(e, name, head, string(c.File), string(c.Output))
	}
	return n, faults, nil
}

// exportFrames analyses and writes the chosen pictures, while the next ones are
// decoded. faults are those met until the last one.
func exportFrames(ctx context.Context, video *decode.Video, frames *frames, engine analysis.Engine, params analysis.Params, writer *export.Writer, progress *progress) (n int, faults decode.Faults, err error) {
	told := 0 // faults that belong to frames before
	if !frames.whole() {
		told = count(video.Faults())
	}
	ctx, stop := context.WithCancel(ctx)
	pictures := decodeAhead(ctx, video)
	defer func() {
		stop()
		for p := range pictures { // until the decoding goroutine has ended
			p.frame.Release()
		}
	}()
	var out export.Frame
	for p := range pictures {
		faults = p.faults
		if errors.Is(p.err, io.EOF) {
			return n, faults, nil
		}
		if p.err != nil {
			return n, faults, p.err
		}
		if frames.behind(p.frame) {
			p.frame.Release()
			break
		}
		chosen, err := frames.take(p.frame)
		if chosen {
			var result analysis.Result
			if result, err = engine.Analyze(&p.frame.Picture, params); err == nil {
				describe(&out, p.frame, count(faults)-told, result)
				err = writer.WriteFrame(&out)
			}
			told = count(faults)
			n++
		}
		progress.shown(p.frame)
		p.frame.Release()
		if err != nil {
			return n, faults, err
		}
		if frames.left == 0 {
			break
		}
	}
	if n == 0 && ctx.Err() == nil {
		return n, faults, errors.New("--to is before --from")
	}
	return n, faults, ctx.Err()
}

// picture is a decoded frame, or what ended decoding, and the faults so far.
type picture struct {
	frame  *decode.Frame
	faults decode.Faults
	err    error
}

// ahead is how many pictures are decoded before they are asked for.
const ahead = 4

// decodeAhead decodes in a goroutine of its own, which ends after an error,
// io.EOF included, or with ctx.
func decodeAhead(ctx context.Context, video *decode.Video) <-chan picture {
	pictures := make(chan picture, ahead)
	go func() {
		defer close(pictures)
		for {
			frame, err := video.Next()
			select {
			case pictures <- picture{frame, video.Faults(), err}:
			case <-ctx.Done():
				frame.Release()
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return pictures
}

func header(name string, info decode.Info, params analysis.Params) export.Header {
	return export.Header{
		Source: export.Source{
			Path:         name,
			StreamIndex:  info.Stream,
			CodecName:    info.Codec,
			Width:        info.Width,
			Height:       info.Height,
			PixFmt:       info.PixelFormat,
			TimeBase:     export.Rational(info.TimeBase),
			AvgFrameRate: export.Rational(info.AvgFrameRate),
		},
		Analysis: exportedParams(params),
	}
}

func exportedParams(p analysis.Params) export.Analysis {
	a := export.Analysis{Threshold: p.Threshold, MinSize: p.MinSize, MaxSize: p.MaxSize}
	if p.Variant == analysis.CommonFeature {
		a.Variant, a.Features = export.VariantFeature, p.Features.String()
		return a
	}
	a.Variant, a.Operator, a.Planes = export.VariantEdge, p.Operator.String(), p.Planes.String()
	a.Low, a.Invert = p.Low, p.Invert
	return a
}

// describe fills in what the export says of a frame.
func describe(out *export.Frame, f *decode.Frame, faults int, result analysis.Result) {
	*out = export.Frame{
		Index:    f.Index,
		PTS:      f.PTS,
		HasPTS:   f.HasPTS,
		Time:     f.Time,
		KeyFrame: f.KeyFrame,
		PictType: f.PictType,
		Width:    f.Picture.Width,
		Height:   f.Picture.Height,
		PixFmt:   f.Picture.Format.Name,
		Corrupt:  f.Corrupt,
		Errors:   faults,
		Quads:    result.Quads,
		Means:    result.Means,
	}
}
