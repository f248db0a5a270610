package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/export/selection"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// Options say what to render and how.
type Options struct {
	Path      string // the video's plain name
	Stream    int    // index of its video stream, or [decode.Best]
	Selection selection.Selection
	Params    analysis.Params
	Style     overlay.Style // its Ages are found anew
	Colour    yuv.Choice    // what is shown instead of the pictures' tags
	Output    Output
	// Silent leaves the sound out. Else all of it is copied, from the first
	// picture to the end of the last one.
	Silent bool

	Out string    // name of the file to write
	To  io.Writer // takes the bytes as they come, in place of a file; else nil
}

// Progress is how far a rendering has come.
type Progress struct {
	Frames int64   // encoded so far; a damaged video begins again from 0
	Part   float64 // of the selection, 0 to 1; 0 where nobody knows its length
}

// Report is what became of a rendering.
type Report struct {
	Frames        int64
	Width, Height int    // as encoded
	Encoder       string // FFmpeg's name
	PixelFormat   string // likewise
	// Fitted is how many pictures had another size than the first one and were
	// scaled to fit into it.
	Fitted int64
	// Mute says that there may be sound that could not be read, as a pipe, or a
	// server that does not seek, gives its bytes once only.
	Mute bool
	// Faults are what was wrong with the video, or else with the sound. What
	// decodes is in the file all the same.
	Faults decode.Faults
}

// Errors of [Run].
var (
	// ErrSameFile means that the output is the input itself.
	ErrSameFile = errors.New("is the input itself: write to another file")
	// ErrSound means sound that the container cannot hold as it is.
	ErrSound = errors.New("the container cannot hold the sound")
	// ErrNotSeekable means a container whose muxer has to go back, and an output
	// that cannot.
	ErrNotSeekable = errors.New("the output cannot seek, which the container needs")
)

// Run renders a video. progress is called after each frame, from a goroutine of
// the rendering and never twice at once; it may be nil. Errors are those of
// [decode.OpenVideo], the engine, package atomicfile and the context, match
// [ErrSameFile], [ErrSound], [ErrNotSeekable], [selection.ErrBackwards] or
// *[selection.MissingError], or say what an encoder or muxer refuses. After an
// error, what had the output's name before still has it.
func Run(ctx context.Context, engine analysis.Engine, o Options, progress func(Progress)) (Report, error) {
	if err := o.protect(); err != nil {
		return Report{}, err
	}
	// Which frames of a damaged stream a decoder with several threads conceals,
	// and how, differs between runs. So that files do not, such a stream is
	// rendered again on one thread; where input or output cannot be taken back,
	// it is one from the start.
	threads := 0
	if !regular(o.Path) || o.To != nil || exists(o.Out) && !regular(o.Out) {
		threads = 1
	}
	report, err := o.render(ctx, engine, threads, progress)
	if errors.Is(err, errAgain) {
		report, err = o.render(ctx, engine, 1, progress)
	}
	return report, err
}

// protect refuses an output that is the input itself.
func (o *Options) protect() error {
	source, err1 := os.Stat(o.Path)
	target, err2 := os.Stat(o.Out)
	if o.To == nil && err1 == nil && err2 == nil && target.Mode().IsRegular() && os.SameFile(source, target) {
		return fmt.Errorf("%s %w", o.Out, ErrSameFile)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// regular reports whether a file can be read again from its start, or replaced.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// render writes the whole file with a number of decoder threads.
func (o *Options) render(ctx context.Context, engine analysis.Engine, threads int, progress func(Progress)) (report Report, err error) {
	video, err := decode.OpenVideo(ctx, o.Path, decode.Options{Stream: o.Stream, Threads: threads})
	if err != nil {
		return report, err
	}
	defer video.Close()
	sound, mute, err := o.sound(ctx)
	if err != nil {
		return report, err
	}
	defer sound.Close()
	w, commit, abort, err := o.create()
	if err != nil {
		return report, err
	}
	defer abort()
	j := job{options: o, info: video.Info(), sound: sound, engine: engine, progress: progress}
	j.load = newLoad(4*int64(j.info.Width)*int64(j.info.Height), roomForPictures, runtime.GOMAXPROCS(0))
	j.source = &source{video: video, strict: threads != 1}
	if j.source.pass, err = o.Selection.Start(video, false); err != nil {
		return report, err
	}
	if report, err = j.run(ctx, w); err != nil {
		return report, err
	}
	report.Mute = mute
	if report.Faults = j.source.faults; sound != nil && !report.Faults.Any() {
		report.Faults = sound.Faults()
	}
	return report, commit()
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

// create starts the output.
func (o *Options) create() (w io.Writer, commit func() error, abort func(), err error) {
	if o.To != nil {
		return o.To, func() error { return nil }, func() {}, nil
	}
	file, err := atomicfile.Create(o.Out)
	if err != nil {
		return nil, nil, nil, err
	}
	return file, file.Commit, file.Abort, nil
}
