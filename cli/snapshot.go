package cli

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

type snapshotCommand struct {
	source
	tuning
	At      position `default:"0" placeholder:"T" help:"Time from the start: seconds, M:S or H:M:S; or #N for frame N."`
	Output  string   `short:"o" required:"" placeholder:"OUT.png" help:"File to write."`
	Overlay bool     `default:"true" negatable:"" help:"Draw the quads."`
	Opacity float64  `default:"0.85" help:"Opacity of the quads' outlines, 0 to 1."`
	Line    int      `default:"1" help:"Width of the outlines in pixels."`
}

// Validate is called by kong.
func (c *snapshotCommand) Validate() error {
	if !(c.Opacity >= 0 && c.Opacity <= 1) {
		return fmt.Errorf("--opacity %v is not between 0 and 1", c.Opacity)
	}
	if c.Line < 1 || c.Line > 64 {
		return fmt.Errorf("--line %d is not between 1 and 64", c.Line)
	}
	return nil
}

func (c *snapshotCommand) Run(s *session) error {
	clip, err := s.open(c.source)
	if err != nil {
		return err
	}
	defer clip.close()
	if err := c.At.seek(clip.Video); err != nil {
		return err
	}
	frame, err := clip.Next()
	if err != nil {
		return err
	}
	defer frame.Release()
	engine, err := openEngine(c.Engine)
	if err != nil {
		return err
	}
	defer engine.Release()
	result, err := engine.Analyze(&frame.Picture, c.params())
	if err != nil {
		return err
	}
	quads := result.Quads
	if !c.Overlay {
		quads = nil
	}
	style := overlay.Style{Opacity: float32(c.Opacity), LineWidth: c.Line}
	if err := writePNG(c.Output, paint(frame, clip.Info(), quads, style)); err != nil {
		return err
	}
	if err := damage(clip.name, clip.Faults(), "the picture is in "+c.Output); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: %s at %.3f s, %d quads\n", c.Output, frameName(frame), frame.Time-clip.Info().Start, len(result.Quads))
	return nil
}

func frameName(f *decode.Frame) string {
	if f.Index < 0 {
		return "frame"
	}
	return fmt.Sprintf("frame %d", f.Index)
}

// paint draws a frame as the display shows it, with the outlines of its quads.
func paint(f *decode.Frame, info decode.Info, quads []quadpyramid.Quad, style overlay.Style) *image.RGBA {
	p := &f.Picture
	rgb := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height).Paint(rgb, p)
	view := overlay.Native(p.Width, p.Height, overlay.Orientation(info.Orientation), f.SAR.Float())
	out := image.NewRGBA(image.Rect(0, 0, view.TargetWidth, view.TargetHeight))
	overlay.PaintPicture(out, rgb, &view)
	overlay.PaintQuads(out, quads, &view, style)
	return out
}

func writePNG(name string, img *image.RGBA) error {
	out, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := png.Encode(out, img); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return out.Commit()
}

// position is a place in a video, as the user writes it.
type position string

// seek moves the video there.
func (p position) seek(v *decode.Video) error {
	if number, ok := strings.CutPrefix(string(p), "#"); ok {
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("--at %q is no frame number", string(p))
		}
		return v.SeekIndex(n)
	}
	t, err := p.seconds()
	if err != nil {
		return err
	}
	return v.SeekTime(t)
}

// seconds reads S, M:S and H:M:S, each of which may have decimals at its end.
func (p position) seconds() (float64, error) {
	t := 0.0
	parts := strings.Split(string(p), ":")
	for _, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || len(parts) > 3 || !(v >= 0) || math.IsInf(v, 0) {
			return 0, fmt.Errorf("--at %q is no time", string(p))
		}
		t = 60*t + v
	}
	return t, nil
}
