package pipeline

import (
	"context"
	"sync"

	"ffkvadrat/decode"
)

// Picture is a chosen frame of a video.
type Picture struct {
	Frame *decode.Frame // which its taker has to Release
	Part  float64       // of the selection that is behind when it is done, as in [Progress]
	// Faults are those met since the picture before. With io.EOF they are those
	// behind the last picture, where the video itself has ended.
	Faults int
}

// ahead is how many pictures wait, decoded, unless a sink says otherwise.
const ahead = 4

// Pictures are those of one way through a video. One goroutine at a time takes
// them; any may tell of those that are done.
type Pictures struct {
	Info decode.Info // of the video
	// Ahead is how many pictures wait, decoded, beside one that is decoded. It may
	// be changed before the first one is taken.
	Ahead int

	video   *decode.Video
	find    func(*decode.Video) (Picture, error)
	ctx     context.Context
	cancel  context.CancelFunc
	queue   chan found // nil before the first one is asked for
	skipped chan float64
	err     error // that has ended them

	mu       sync.Mutex // guards what follows, while progress is called as well
	progress func(Progress)
	done     Progress
}

// found is a picture, or what ended decoding.
type found struct {
	Picture
	err error
}

// pictures moves a video to the first one. With strict they end at the first fault.
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
		c.told = video.Faults().Count()
	}
	p.find = c.next
	return p, nil
}

// Next gives the next picture, io.EOF after the last one. Every call after an
// error gives the same one.
func (p *Pictures) Next() (Picture, error) {
	if p.err != nil {
		return Picture{}, p.err
	}
	if p.queue == nil {
		p.queue = make(chan found, p.Ahead)
		go p.decode()
	}
	f, ok := p.wait()
	if !ok {
		f.err = p.ctx.Err()
	}
	p.err = f.err
	return f.Picture, f.err
}

// wait waits for what has been decoded next, and shows that meanwhile the video
// goes by.
func (p *Pictures) wait() (f found, ok bool) {
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

// decode decodes until an error, io.EOF included, or until the pictures are
// stopped.
func (p *Pictures) decode() {
	defer close(p.queue)
	for {
		picture, err := p.find(p.video)
		select {
		case p.queue <- found{picture, err}:
		case <-p.ctx.Done():
			picture.Frame.Release()
			return
		}
		if err != nil {
			return
		}
	}
}

// stop ends decoding and releases what nobody took.
func (p *Pictures) stop() {
	p.cancel()
	if p.queue == nil {
		return
	}
	for f := range p.queue {
		f.Frame.Release()
	}
}

// Done tells that a picture is done, with the part that is behind then.
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
