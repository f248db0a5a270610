// Package pipeline passes the chosen frames of a video to a [Sink], which makes a file from them.
//
// Input is a video's name and a [Selection]; output is a file that appears under its name only when
// it is complete, together with the files that belong to it, and the faults of the video. The sink
// decides what to do with frames. All sinks share the rest: the output is never the input, frames
// are decoded ahead, damaged input gives the same frames in each run, progress is reported, and
// only a complete output is kept.
//
// [Run] works on the goroutine that calls it and decodes in another one, which has ended when it
// returns. If its context is cancelled, it ends within a frame and leaves no files.
package pipeline

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Sink makes a complete output from frames.
type Sink interface {
	// Write takes frames until io.EOF and writes the output to w. It returns any other error of
	// Next, wrapped or not. If the video turns out to be damaged, Write is called again, with
	// another w, and starts again.
	Write(ctx context.Context, w io.Writer, pictures *Pictures) error
}

// Options are the input and the output.
type Options struct {
	Path   string // the video's name, or its URL
	Stream int    // index of its video stream, or [decode.Best]

	Selection Selection
	Numbers   bool // every frame must have its number
	// Find, if it is not nil, replaces the selection: it returns the next frame, and io.EOF after
	// the last one. It is called in the goroutine that decodes. The decoder then has one thread,
	// and seeks by decoding from the start.
	Find  func(*decode.Video) (Chosen, error)
	Needs yuv.Needs // extra data that frames must have
	// Surfaces is as in [decode.Options], for videos and outputs that can start again: if a device
	// loses frames, they start again in software.
	Surfaces func() bool

	Out        string    // name of the file to write
	Companions []string  // names of other files of the same result, see [Pictures.Companions]; not with To
	To         io.Writer // receives the bytes as they come, instead of the file; may be nil
	// Commit commits the complete files under their names, Out's, which is the first, last; nil
	// means [atomicfile.CommitAll].
	Commit func(faults decode.Faults, files ...*atomicfile.File) error

	// Progress is called after each frame, and occasionally while frames are skipped, never
	// concurrently; it may be nil.
	Progress func(Progress)
}

// Progress is how much of an output is done.
type Progress struct {
	Frames int64   // done so far; a damaged video starts again from 0
	Part   float64 // part of the selection, 0 to 1; 0 if its length is unknown
}

// errDamaged ends the frames at the first fault that a decoder with several threads meets.
var errDamaged = errors.New("damaged input, decoded on several threads")

// Run passes a video to a sink. Errors are those of [decode.OpenVideo], the sink, package
// atomicfile and the context, or match [ErrSameFile], [ErrBackwards] or *[decode.EndError]. After
// an error, an earlier file of the output's name still exists.
func Run(ctx context.Context, o Options, s Sink) (decode.Faults, error) {
	if o.To == nil {
		for _, name := range o.outputs() {
			if err := Guard(File{Name: name}, File{Name: o.Path}); err != nil {
				return decode.Faults{}, err
			}
		}
	}
	// Decoders with several threads mark and conceal the frames of a damaged stream differently in
	// each run, but the files must not differ. Therefore the first fault ends a run on several
	// threads, and a run on one thread starts again from the beginning. If input or output cannot
	// start again, there is only one run, on one thread. The same holds with Find, which may seek
	// past faults that a whole run would meet.
	with := decode.Options{Stream: o.Stream, Needs: o.Needs, Surfaces: o.Surfaces, Linear: o.Find != nil}
	if o.Find != nil || !regular(o.Path) || decode.IsLive(ctx, o.Path) || o.To != nil || slices.ContainsFunc(o.outputs(), func(name string) bool { return !Replaceable(name) }) {
		with.Threads, with.Surfaces = 1, nil
	}
	faults, again, err := o.run(ctx, s, with)
	if errors.Is(err, yuv.ErrLost) {
		with.Surfaces, with.Software = nil, true
		faults, again, err = o.run(ctx, s, with)
	}
	if again {
		faults, _, err = o.run(ctx, s, decode.Options{Stream: o.Stream, Needs: o.Needs, Threads: 1, Software: true})
	}
	return faults, err
}

// Replaceable reports whether output to a name can be discarded and written
// again.
func Replaceable(name string) bool {
	_, err := os.Stat(name)
	return err != nil || atomicfile.Replaces(name)
}

// regular reports whether a file, or a sequence of files, can be read again from its start.
func regular(path string) bool {
	if decode.IsSequence(path) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// outputs returns the names of the output files.
func (o *Options) outputs() []string { return append([]string{o.Out}, o.Companions...) }

// run makes the whole output. With several decoder threads, again reports that damage ended it.
func (o *Options) run(ctx context.Context, s Sink, with decode.Options) (faults decode.Faults, again bool, err error) {
	video, err := decode.OpenVideo(ctx, o.Path, with)
	if err != nil {
		return faults, false, err
	}
	defer video.Close()
	w := o.To
	var files []*atomicfile.File
	if w == nil {
		for _, name := range o.outputs() {
			file, err := atomicfile.Create(ctx, name)
			if err != nil {
				return faults, false, err
			}
			defer file.Abort()
			files = append(files, file)
		}
		if err := atomicfile.Distinct(files...); err != nil {
			return faults, false, err
		}
		w = files[0]
	}
	pictures, err := o.pictures(ctx, video, with.Threads != 1)
	if err != nil {
		return faults, with.Threads != 1 && video.Faults().Damage() > 0, err
	}
	for i := 1; i < len(files); i++ {
		pictures.Companions = append(pictures.Companions, files[i])
	}
	err = s.Write(ctx, w, pictures)
	pictures.stop()
	switch faults = video.Faults(); {
	case pictures.err == errDamaged:
		return faults, true, errDamaged
	case err != nil:
		return faults, false, err
	}
	if o.Commit != nil {
		return faults, false, o.Commit(faults, files...)
	}
	return faults, false, atomicfile.CommitAll(ctx, files...)
}
