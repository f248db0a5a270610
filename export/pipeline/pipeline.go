// Package pipeline takes the chosen pictures of a video to a [Sink], which makes
// a file of them.
//
// Input is a video's name and a [Selection], output a file that shows its name
// only when it is complete, and what was wrong with the video. What a sink has to
// do with pictures is the sink's own matter; all sinks share what is here: the
// output is never the input, pictures are decoded ahead, damaged input gives the
// same pictures in each run, progress is told, and only a whole output is kept.
//
// [Run] works on the goroutine that calls it and decodes in another one, which
// has ended when it returns. Cancelling its context ends it within a frame and
// leaves nothing behind.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
)

// Sink makes the whole of an output from pictures.
type Sink interface {
	// Write takes pictures until io.EOF and writes the output to w. After another
	// error of Next it returns that one, wrapped or not. It is called again, with
	// another w, where the video turns out to be damaged: then it begins anew.
	Write(ctx context.Context, w io.Writer, pictures *Pictures) error
}

// Options say what goes from where to where.
type Options struct {
	Path   string // the video's name, or its URL
	Stream int    // index of its video stream, or [decode.Best]

	Selection Selection
	Numbers   bool // every picture shall have its number
	// Find, where it is not nil, gives the next picture in place of the selection,
	// and io.EOF after the last one. It is called in the goroutine that decodes,
	// which has one thread then.
	Find func(*decode.Video) (Picture, error)

	Out    string    // name of the file to write
	Beside []string  // of those that the caller writes when it is complete
	To     io.Writer // takes the bytes as they come, in the file's place; else nil

	// Progress is called after each picture, and now and then while others are
	// skipped, never twice at once; it may be nil.
	Progress func(Progress)
}

// Progress is how far an output has come.
type Progress struct {
	Frames int64   // done so far; a damaged video begins again from 0
	Part   float64 // of the selection, 0 to 1; 0 where nobody knows its length
}

// ErrSameFile means that the output is the input itself.
var ErrSameFile = errors.New("is the input itself: write to another file")

// errDamaged ends the pictures at the first fault that several threads meet.
var errDamaged = errors.New("damaged input, decoded on several threads")

// Run takes a video to a sink. Errors are those of [decode.OpenVideo], the sink,
// package atomicfile and the context, or match [ErrSameFile], [ErrBackwards] or
// *[MissingError]. After an error, what had the output's name before still has it.
func Run(ctx context.Context, o Options, s Sink) (decode.Faults, error) {
	if o.To == nil {
		for _, name := range append([]string{o.Out}, o.Beside...) {
			if err := Guard(o.Path, name); err != nil {
				return decode.Faults{}, err
			}
		}
	}
	// Which frames of a damaged stream a decoder with several threads marks or
	// conceals, and how, differs between runs. So that files do not, the first fault
	// ends a run on several threads, and another one on one thread begins from the
	// start. Where input or output cannot be taken back, one thread is all there is.
	// So it is with Find, which may seek behind faults that a whole run would meet.
	threads := 0
	if o.Find != nil || !regular(o.Path) || o.To != nil || !Replaceable(o.Out) {
		threads = 1
	}
	faults, again, err := o.run(ctx, s, threads)
	if again {
		faults, _, err = o.run(ctx, s, 1)
	}
	return faults, err
}

// Guard refuses an output that is the input itself.
func Guard(input, output string) error {
	source, err := os.Stat(input)
	if err != nil {
		return nil // which opening it tells better
	}
	if target, err := os.Stat(output); err == nil && target.Mode().IsRegular() && os.SameFile(source, target) {
		return fmt.Errorf("%s %w", output, ErrSameFile)
	}
	return nil
}

// Replaceable reports whether what is written to a name can be taken back.
func Replaceable(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// regular reports whether a file can be read again from its start.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// run makes the whole output with a number of decoder threads. With several,
// again says that damage ended it.
func (o *Options) run(ctx context.Context, s Sink, threads int) (faults decode.Faults, again bool, err error) {
	video, err := decode.OpenVideo(ctx, o.Path, decode.Options{Stream: o.Stream, Threads: threads})
	if err != nil {
		return faults, false, err
	}
	defer video.Close()
	w, commit := o.To, func() error { return nil }
	if w == nil {
		file, err := atomicfile.Create(o.Out)
		if err != nil {
			return faults, false, err
		}
		defer file.Abort()
		w, commit = file, file.Commit
	}
	pictures, err := o.pictures(ctx, video, threads != 1)
	if err != nil {
		return faults, false, err
	}
	err = s.Write(ctx, w, pictures)
	pictures.stop()
	switch faults = video.Faults(); {
	case pictures.err == errDamaged:
		return faults, true, errDamaged
	case err != nil:
		return faults, false, err
	}
	return faults, false, commit()
}
