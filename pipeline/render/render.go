package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"runtime"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Options say what to render and how.
type Options struct {
	Path      string // the video's plain name
	Stream    int    // index of its video stream, or [decode.Best]
	Selection pipeline.Selection
	Params    analysis.Params
	Goal      *response.Goal // to find the thresholds; nil for that of Params
	// Cube is the length of windows of frames whose cubes are drawn instead of quads, with as age for how
	// long each lasts; 0 for none. As many pictures are then kept at a time.
	Cube   int
	Cuts   bool          // such windows end at cuts, too
	Style  overlay.Style // its Ages are found anew
	Colour yuv.Choice    // what is shown instead of the pictures' tags
	// Ground, if it is not nil, makes what paints something else than the pictures below
	// the quads. It is called once for each of the goroutines that paint.
	Ground func() Ground
	// Cloud, if it is not nil, shows quads in space instead of the pictures and of Ground.
	Cloud  *Cloud
	Needs  yuv.Needs // what the pictures have to come with
	Output Output
	// Silent leaves the sound out. Else all of it is copied, from the first
	// picture to the end of the last one.
	Silent bool

	Out string    // name of the file to write, or of the files, as in [Sequence]
	To  io.Writer // takes the bytes as they come, in place of a file; else nil
}

// Cloud says from where a video shows the quads of its last pictures as particles in space, as
// package cloud draws them. They are the video's own pictures, whatever is between them in the video.
type Cloud struct {
	Orbit cloud.Orbit // of the first picture
	Turns float64     // degrees a second by which the cloud turns on
}

// Ground paints into dst, which has the picture's size, what is shown instead of a
// picture with these quads, which the parameters gave. One goroutine at a time calls it.
type Ground func(dst *image.RGBA, p *yuv.Picture, params analysis.Params, quads []quadpyramid.Quad) error

// Report is what became of a rendering.
type Report struct {
	Frames        int64
	Width, Height int    // as encoded
	Encoder       string // FFmpeg's name
	PixelFormat   string // likewise
	// Fitted is how many pictures had another size than the first one and were
	// scaled to fit into it.
	Fitted int64
	// Turned says that players are to turn the pictures, and that the container cannot say so: of
	// pictures as they are coded.
	Turned bool
	Trial  *Trial // what regions have changed, if that was asked for
	// Mute says that there may be sound that could not be read, as a pipe, or a
	// server that does not seek, gives its bytes once only.
	Mute bool
	// Faults are what was wrong with the video, or else with the sound. What
	// decodes is in the file all the same.
	Faults decode.Faults
}

// Errors of [Run].
var (
	// ErrSound means sound that the container cannot hold as it is.
	ErrSound = errors.New("the container cannot hold the sound")
	// ErrNotSeekable means a container whose muxer has to go back, and an output
	// that cannot.
	ErrNotSeekable = errors.New("the output cannot seek, which the container needs")
)

// Run renders a video. progress is called after each frame, from a goroutine of
// the rendering and never twice at once; it may be nil. Errors are those of
// [pipeline.Run] and the engine, match [ErrSound] or [ErrNotSeekable], or say what
// an encoder or muxer refuses. After an error, what had the output's name before
// still has it; of files with a picture each, those made until then are whole.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(pipeline.Progress)) (Report, error) {
	var err error
	if o.Params, o.Goal, err = pipeline.Settle(ctx, o.Path, o.Stream, o.Params, o.Goal); err != nil {
		return Report{}, err
	}
	r := rendering{options: &o, engine: engine, room: roomForPictures, cores: runtime.GOMAXPROCS(0)}
	pictures := o.Output.Container.Pictures()
	if pictures {
		sequence, err := ParseSequence(o.Out)
		if err != nil {
			return Report{}, fmt.Errorf("render: %w", err)
		}
		r.files, o.Silent, o.To = &pictureFiles{sequence: sequence, source: o.Path}, true, io.Discard
	}
	faults, err := pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Out: o.Out, To: o.To, Progress: progress, Numbers: pictures, Needs: o.Params.Needs().Or(o.Needs),
	}, &r)
	if faults.Any() {
		r.report.Faults = faults
	}
	return r.report, err
}

// sound is the input's, nil where there is none or none is wanted; mute says
// that it could not be read.
func (o *Options) sound(ctx context.Context) (sound *decode.SoundPackets, mute bool, err error) {
	if o.Silent {
		return nil, false, nil
	}
	sound, err = decode.OpenSoundPackets(ctx, o.Path)
	switch {
	case errors.Is(err, decode.ErrNoSound):
		return nil, false, nil
	case errors.Is(err, decode.ErrNotSeekable):
		return nil, true, nil
	}
	return sound, false, err
}
