package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/quadpyramid"
)

type exportCommand struct {
	source
	tuning
	Output string `short:"o" required:"" placeholder:"OUT" help:"File to write; its ending, .json or .ndjson, is the format."`
	Format string `placeholder:"FORMAT" help:"json or ndjson, whatever the file's name."`
}

func (c *exportCommand) Run(s *session) (err error) {
	format, err := c.format()
	if err != nil {
		return err
	}
	clip, err := s.open(c.source)
	if err != nil {
		return err
	}
	defer clip.close()
	engine, err := openEngine(c.Engine)
	if err != nil {
		return err
	}
	defer engine.Release()

	out, err := atomicfile.Create(c.Output)
	if err != nil {
		return err
	}
	defer out.Abort()
	info := clip.Info()
	writer, err := export.NewWriter(out, format, header(clip.name, info, c.Threshold))
	if err != nil {
		return err
	}
	progress := newProgress(s, info)
	n, err := c.frames(s.ctx, clip.Video, engine, writer, progress)
	progress.end()
	if err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if err := damage(clip.name, clip.Faults(), fmt.Sprintf("%d frames are in %s", n, c.Output)); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: %d frames\n", c.Output, n)
	return nil
}

func (c *exportCommand) format() (export.Format, error) {
	if c.Format != "" {
		return export.ParseFormat(c.Format)
	}
	return export.FormatForName(c.Output)
}

// frames analyses and writes every picture, while the next ones are decoded.
func (c *exportCommand) frames(ctx context.Context, video *decode.Video, engine analysis.Engine, writer *export.Writer, progress *progress) (n int, err error) {
	ctx, stop := context.WithCancel(ctx)
	pictures := decodeAhead(ctx, video)
	defer func() {
		stop()
		for p := range pictures { // until the decoding goroutine has ended
			p.frame.Release()
		}
	}()
	params := c.params()
	var out export.Frame
	for p := range pictures {
		if errors.Is(p.err, io.EOF) {
			return n, nil
		}
		if p.err != nil {
			return n, p.err
		}
		result, err := engine.Analyze(&p.frame.Picture, params)
		if err != nil {
			p.frame.Release()
			return n, err
		}
		describe(&out, p.frame, result.Quads)
		err = writer.WriteFrame(&out)
		progress.shown(p.frame)
		p.frame.Release()
		if err != nil {
			return n, fmt.Errorf("write %s: %w", c.Output, err)
		}
		n++
	}
	return n, ctx.Err()
}

// picture is a decoded frame, or what ended decoding.
type picture struct {
	frame *decode.Frame
	err   error
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
			case pictures <- picture{frame, err}:
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

func header(name string, info decode.Info, threshold float64) export.Header {
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
		Analysis: export.Analysis{Variant: export.VariantEdge, Threshold: threshold, Operator: "cross", Planes: "y"},
	}
}

// describe fills in what the export says of a frame. Damage is left out: which
// frame a threaded decoder marks may differ between runs.
func describe(out *export.Frame, f *decode.Frame, quads []quadpyramid.Quad) {
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
		Quads:    quads,
	}
}

// isTerminal tells whether a person watches the stream.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	stat, err := f.Stat()
	return err == nil && stat.Mode()&os.ModeCharDevice != 0
}
