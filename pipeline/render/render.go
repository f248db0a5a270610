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
	Goal      *response.Goal // to find the thresholds; nil to use that of Params
	// Cube is the length of windows of frames whose cubes are drawn instead of quads; a quad's age
	// is then how long its cube lasts; 0 for quads. That many frames are kept in memory.
	Cube   int
	Cuts   bool          // such windows also end at cuts
	Style  overlay.Style // its Ages are computed
	Colour yuv.Choice    // overrides the frames' tags
	// Judging makes the judge of colours by error; nil for other colours.
	Judging Judging
	// Ground, if it is not nil, returns what paints below the quads instead of the frames. It is
	// called once for each painting goroutine.
	Ground func() Ground
	// Cloud, if it is not nil, shows quads in space instead of frames or Ground.
	Cloud  *Cloud
	Needs  yuv.Needs // extra data that frames must have
	Output Output
	// Silent leaves out the sound. Otherwise all of it is copied, from the first frame to the end
	// of the last one.
	Silent bool

	Out string    // name of the file, or of the files as in [Sequence]
	To  io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// Cloud is the view of a video that shows the quads of the last frames as particles in space, as
// package cloud draws them. These are the frames that are rendered, whatever frames of the source
// are skipped between them.
type Cloud struct {
	Orbit cloud.Orbit // of the first frame
	Turns float64     // rotation in degrees a second
}

// Ground paints into dst, which has the picture's size, in place of a picture with these parameters
// and quads. It is for one goroutine.
type Ground func(dst *image.RGBA, p *yuv.Picture, params analysis.Params, quads []quadpyramid.Quad) error

// Report is the result of a rendering.
type Report struct {
	Frames        int64
	Width, Height int    // as encoded
	Encoder       string // FFmpeg's name
	PixelFormat   string // FFmpeg's name
	// Fitted is the number of frames that were scaled to fit, because their size differs from the
	// first one's.
	Fitted int64
	// Turned says that the frames need rotation that the container cannot store; it concerns frames
	// as coded.
	Turned bool
	Trial  *Trial // effect of the regions, if requested
	// Mute says that there may be sound that could not be read, because a pipe, or a server without
	// seeking, gives its bytes only once.
	Mute bool
	// Faults are the faults of the video, or else of the sound. The file has everything that could
	// be decoded.
	Faults decode.Faults
	Second decode.Faults // of the second video
}

// Errors of [Run].
var (
	// ErrSound means that the container cannot hold the sound as it is.
	ErrSound = errors.New("the container cannot hold the sound")
	// ErrNotSeekable means that the container's muxer has to seek, and the output cannot.
	ErrNotSeekable = errors.New("the output cannot seek, which the container needs")
)

// Run renders a video. progress is called after each frame, from a goroutine of the rendering and
// never concurrently; it may be nil. Errors are those of [pipeline.Run] and the engine, match
// [ErrSound] or [ErrNotSeekable], or say what an encoder or muxer refuses. After an error, an
// earlier file of the output's name still exists; of files with a frame each, those written so far
// are complete.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(pipeline.Progress)) (Report, error) {
	var err error
	if o.Params, o.Goal, err = pipeline.Settle(ctx, o.Path, o.Stream, o.Params, o.Goal); err != nil {
		return Report{}, err
	}
	r := rendering{options: &o, engine: engine, memory: pictureMemory, cores: runtime.GOMAXPROCS(0)}
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

// sound returns the input's sound, nil if there is none or none is wanted; mute says that it could
// not be read.
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
