package pipeline

import (
	"context"
	"io"
	"sync"

	"ffkvadrat/decode"
)

// Chosen is a frame that the selection chose.
type Chosen struct {
	Frame *decode.Frame // the receiver must Release it
	Part  float64       // part of the selection done after this frame, as in [Progress]
	// Faults is the number of faults since the previous frame. With io.EOF it is the number after
	// the last frame, if the video itself has ended.
	Faults int
	Met    decode.Faults // all faults of the video up to this frame
	err    error         // why there is no frame
}

// ahead is the number of decoded frames that wait, unless a sink sets another number.
const ahead = 4

// Pictures are the chosen frames of one pass through a video. One goroutine at a time takes them;
// any goroutine may call Done.
type Pictures struct {
	Info decode.Info // of the video
	// Companions are the files of [Options.Companions], in order, which the sink writes like its w.
	Companions []io.Writer
	// Ahead is the number of decoded frames that wait, besides the one being decoded. It may be
	// changed before the first one is taken.
	Ahead int

	video   *decode.Video
	find    func(*decode.Video) (Chosen, error)
	ctx     context.Context
	cancel  context.CancelFunc
	queue   chan Chosen // nil before the first frame is requested
	skipped chan float64
	err     error // the error that ended the frames

	mu       sync.Mutex // guards the fields below, and is held while progress is called
	progress func(Progress)
	done     Progress
}

// pictures moves a video to the first frame. With strict the frames end at the first fault.
func (o *Options) pictures(ctx context.Context, video *decode.Video, strict bool) (*Pictures, error) {
	p := &Pictures{Info: video.Info(), Ahead: ahead, video: video, find: o.Find, progress: o.Progress, skipped: make(chan float64, 1)}
	p.ctx, p.cancel = context.WithCancel(ctx)
	if p.find != nil {
		return p, nil
	}
	pass, err := o.Selection.start(video, o.Numbers)
	if err != nil {
		p.cancel()
		return nil, err
	}
	c := &chooser{pass: pass, strict: strict, skipped: p.skipped}
	if !o.Selection.Whole() {
		c.counted = video.Faults().Count()
	}
	p.find = c.next
	return p, nil
}

// Next returns the next frame, io.EOF after the last one. Calls after an error return the same
// error.
func (p *Pictures) Next() (Chosen, error) {
	if p.err != nil {
		return Chosen{}, p.err
	}
	if p.queue == nil {
		p.queue = make(chan Chosen, p.Ahead)
		go p.decode()
	}
	f, ok := p.wait()
	if !ok {
		f.err = p.ctx.Err()
	}
	p.err = f.err
	return f, f.err
}

// Waiting reports whether Next would return at once.
func (p *Pictures) Waiting() bool { return p.err != nil || len(p.queue) > 0 }

// Missed returns [decode.Video.Missed], after the last frame.
func (p *Pictures) Missed() int64 {
	if p.err == nil {
		return 0
	}
	return p.video.Missed()
}

// wait waits for the next decoded frame. While frames are skipped, it reports the progress.
func (p *Pictures) wait() (f Chosen, ok bool) {
	select {
	case f, ok = <-p.queue:
		return f, ok
	default:
	}
	for {
		select {
		case f, ok = <-p.queue:
			return f, ok
		case part := <-p.skipped:
			p.show(0, part)
		}
	}
}

// decode decodes until an error, io.EOF included, or until the frames are stopped.
func (p *Pictures) decode() {
	defer close(p.queue)
	for {
		f, err := p.find(p.video)
		f.err = err
		select {
		case p.queue <- f:
		case <-p.ctx.Done():
			f.Frame.Release()
			return
		}
		if err != nil {
			return
		}
	}
}

// stop ends decoding and releases the frames that nobody took.
func (p *Pictures) stop() {
	p.cancel()
	if p.queue == nil {
		return
	}
	for f := range p.queue {
		f.Frame.Release()
	}
}

// Done reports that a frame is done; part is the part of the selection done with it.
func (p *Pictures) Done(part float64) { p.show(1, part) }

func (p *Pictures) show(frames int64, part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done.Frames += frames
	p.done.Part = max(p.done.Part, part)
	if p.progress != nil {
		p.progress(p.done)
	}
}
