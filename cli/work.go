package cli

import (
	"context"
	"io"

	"ffkvadrat/pipeline"
)

// work is what a command has that makes an output of a video.
type work struct {
	ctx     context.Context // decodes where --hwdec says
	to      io.Writer       // nil for a file
	bar     *progress
	release func()
	done    func()
}

// begin opens an output that is no regular file, the devices that decode, and the progress bar.
func (d decoding) begin(e *environment, out string) (*work, error) {
	to, done, err := direct(e, out)
	if err != nil {
		return nil, err
	}
	w := &work{to: to, bar: newProgress(e), done: done}
	if w.ctx, w.release, err = d.hardware(e.output(), func(format string, args ...any) { w.bar.line(e, format, args...) }); err != nil {
		done()
		return nil, err
	}
	return w, nil
}

// show shows the progress.
func (w *work) show(p pipeline.Progress) { w.bar.show(p.Frames, p.Part) }

// end takes the bar away and closes all. Messages come after it.
func (w *work) end() {
	w.bar.end()
	w.release()
	w.done()
}
