package cli

import (
	"context"
	"io"

	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/progress"
)

// work is the state of a command that makes an output of a video.
type work struct {
	ctx     context.Context // for decoding, with the devices of --hwdec
	to      io.Writer       // nil for a regular file
	bar     *progress.Bar
	release func()
	done    func()
}

// begin opens an output that is not a regular file, the decoding devices, and the progress bar.
func (d decoding) begin(e *environment, out string) (*work, error) {
	to, done, err := direct(e, out)
	if err != nil {
		return nil, err
	}
	w := &work{to: to, bar: progress.New(e.stderr), done: done}
	if w.ctx, w.release, err = d.hardware(e.output(), func(format string, args ...any) { e.sayAbove(w.bar, format, args...) }); err != nil {
		done()
		return nil, err
	}
	return w, nil
}

// show shows the progress.
func (w *work) show(p pipeline.Progress) { w.bar.Show(p.Frames, p.Part) }

// end removes the bar and closes everything. Messages come after it.
func (w *work) end() {
	w.bar.End()
	w.release()
	w.done()
}
