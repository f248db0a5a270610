// Package still draws one frame of a video with its quads, for the command snapshot.
//
// Input is a frame, the video whose next one it was, an engine and [Options]; output is a picture. Everything runs on
// the calling goroutine.
package still

import (
	"image"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// Options say what to draw, and how.
type Options struct {
	Params analysis.Params
	Goal   *response.Goal // finds the threshold; nil for that of Params
	Cube   int            // the length of a window: its cubes are drawn in place of quads; 0 for quads
	Cuts   bool           // windows end before cuts
	Ground render.Ground  // paints what is below the quads; nil for the picture itself
	Plain  bool           // without quads
	Style  overlay.Style  // without what the quads determine
	Colour yuv.Choice
}

// Still is the result.
type Still struct {
	Image  *image.RGBA
	Params analysis.Params // with the threshold that the goal has found
	Quads  int
}

// Make draws a frame. Cubes are those of the window that begins with it: Make decodes the others from video.
func Make(video *decode.Video, frame *decode.Frame, engine analysis.Engine, o Options) (*Still, error) {
	p := &frame.Picture
	params, err := o.Goal.Solver().Solve(p, o.Params)
	if err != nil {
		return nil, err
	}
	result, ages, err := o.analyze(video, frame, engine, params)
	if err != nil {
		return nil, err
	}
	var ground *image.RGBA
	if o.Ground != nil {
		ground = image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
		if err := o.Ground(ground, p, params, result.Quads); err != nil {
			return nil, err
		}
	}
	quads := result.Quads
	if o.Plain {
		quads = nil
	}
	style := o.Style.Boxed(params.Box()).Keeping(params.SeeksSmall())
	style.Ages, style.Of, style.Classes = ages, result.Classes, params.Bounds.Classes()
	converter := yuv.NewConverter(p.Format, p.Colour.With(o.Colour), p.Width, p.Height)
	return &Still{
		Image:  overlay.StillOn(ground, p, converter, overlay.Orientation(video.Info().Orientation), frame.SAR.Float(), quads, style),
		Params: params, Quads: len(result.Quads),
	}, nil
}

// analyze returns the quads of a frame, or what the cubes of its window are in it, and for how many frames each lasts.
func (o *Options) analyze(video *decode.Video, frame *decode.Frame, engine analysis.Engine, params analysis.Params) (result analysis.Result, ages []uint32, err error) {
	if o.Cube == 0 {
		result, err = engine.Analyze(&frame.Picture, params)
		return new(analysis.Merger).Merge(result), nil, err
	}
	limits, err := params.Limits()
	if err != nil {
		return result, nil, err
	}
	params.MinSize, params.MaxSize = 0, 0
	w := window{engine: engine, params: params}
	if o.Cuts {
		w.shots = new(histogram.Shots)
	}
	masks, err := w.read(video, frame, o.Cube)
	if err != nil {
		return result, nil, err
	}
	cubes := ocpyramid.NewCPU().Build(nil, masks, limits)
	result.Quads, ages = ocpyramid.Section(nil, nil, cubes, 0)
	return result, ages, nil
}

// window collects the leaf pixels of consecutive frames.
type window struct {
	engine analysis.Engine
	params analysis.Params
	shots  *histogram.Shots // nil if cuts do not end it
	masks  *analysis.Windows[struct{}]
}

// read returns the leaf pixels of the window that begins with a frame, of at most n frames.
func (w *window) read(video *decode.Video, frame *decode.Frame, n int) (*ocpyramid.Window, error) {
	var err error
	if w.masks, err = analysis.NewWindows[struct{}](n, w.shots); err != nil {
		return nil, err
	}
	if err := w.add(&frame.Picture); err != nil {
		return nil, err
	}
	for {
		if masks, _, ok := w.masks.Next(); ok {
			return masks, nil
		}
		next, err := video.Next()
		if err == io.EOF {
			if w.shots != nil {
				w.shots.End()
			}
			w.masks.End()
			continue
		}
		if err != nil {
			return nil, err
		}
		err = w.add(&next.Picture)
		next.Release()
		if err != nil {
			return nil, err
		}
	}
}

// add adds a picture.
func (w *window) add(p *yuv.Picture) error {
	result, err := w.engine.Analyze(p, w.params)
	if err == nil {
		err = p.Fetch()
	}
	if err != nil {
		return err
	}
	if w.shots != nil {
		w.shots.Add(p)
	}
	quadpyramid.Fill(w.masks.Add(struct{}{}), p.Width, p.Height, result.Quads)
	return nil
}
