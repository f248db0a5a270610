package compare

import (
	"context"
	"io"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
)

// path is the steps through a reference and an encode.
type path struct {
	next func() (align.Step, error) // the next step; io.EOF after the last one
	step align.Step                 // the first one not yet passed
	end  bool                       // there is none
	last Place                      // of the reference's last frame that matched
	seen Place                      // of the encode's
}

// newPath returns a path, with its first step.
func newPath(next func() (align.Step, error)) (*path, error) {
	p := &path{next: next}
	return p, p.pass()
}

// pass passes a step.
func (p *path) pass() (err error) {
	if p.end {
		return nil
	}
	if p.step, err = p.next(); err == io.EOF {
		p.end, err = true, nil
	}
	return err
}

// shifted returns the steps of videos whose frames have numbers that differ by an offset. They do not
// end.
func shifted(offset int64) func() (align.Step, error) {
	at := align.Step{}
	return func() (align.Step, error) {
		s := at
		switch {
		case at.Reference < offset:
			s.Kind, s.Encode = align.Missing, -1
			at.Reference++
		case at.Encode < -offset:
			s.Kind, s.Reference = align.Extra, -1
			at.Encode++
		default:
			at.Reference++
			at.Encode++
		}
		return s, nil
	}
}

// shows says how a frame of the reference is matched, and passes it. frame is the encode's frame,
// which the caller must release; nil without one.
func (f *input) shows(at Place) (kind align.Kind, frame *decode.Frame, match Place, err error) {
	p := f.path
	kind = p.step.Kind
	if p.end || f.next == nil && kind != align.ReferenceRepeat {
		kind = align.Missing // the encode has ended
	}
	switch kind {
	case align.Match:
		frame = f.next
		p.last, p.seen = at, placeOf(frame)
		match = p.seen
		err = f.pass()
	case align.ReferenceRepeat:
		if match = p.seen; f.next != nil && p.step.Encode == f.passed {
			match = placeOf(f.next)
		}
	}
	if err == nil && p.step.Kind.OfReference() {
		err = p.pass()
	}
	if err != nil {
		frame.Release()
		return kind, nil, match, err
	}
	return kind, frame, match, nil
}

// stray reports whether the next frame of the encode comes before the reference's next frame, and does
// not match. If so, it passes the frame. number and now are those of the reference's frame; now is nil
// after its end.
func (f *input) stray(number int64, now *Place) (r row, ok bool, err error) {
	p := f.path
	if p == nil || f.next == nil || now != nil && (p.end || p.step.Kind.OfReference()) {
		return r, false, nil
	}
	r.kind, r.match, r.alone = align.Extra, placeOf(f.next), true
	if !p.end && p.step.Kind == align.EncodeRepeat {
		r.kind, r.place, r.alone = p.step.Kind, p.last, false
		if now != nil && p.step.Reference == number {
			r.place = *now
		}
	}
	f.leave(f.next)
	if err = f.pass(); err == nil && !p.end && !p.step.Kind.OfReference() {
		err = p.pass()
	}
	return r, true, err
}

// skipTo passes the steps before a frame of the reference.
func (f *input) skipTo(number int64) error {
	for p := f.path; !p.end && (!p.step.Kind.OfReference() || p.step.Reference < number); {
		if p.step.Kind == align.Match && f.next != nil {
			p.seen = placeOf(f.next)
		}
		if p.step.Kind.OfEncode() && f.next != nil {
			f.next.Release()
			if err := f.pass(); err != nil {
				return err
			}
		}
		if err := p.pass(); err != nil {
			return err
		}
	}
	return nil
}

// align starts the encodes' paths, if frames are not matched by times.
func (s *sink) align(ctx context.Context) error {
	for i, f := range s.videos {
		var next func() (align.Step, error)
		switch o := s.options; o.Align.By {
		case align.ByNumber:
			next = shifted(o.Align.Offset)
		case align.ByContent:
			f.steps = find(ctx, o, o.Encodes[i], s.threads, s.fitter(i), nil)
			next = f.steps.next
		default:
			return nil
		}
		var err error
		if f.path, err = newPath(next); err != nil {
			return err
		}
	}
	return nil
}

// stray fills in a frame of an encode that is not in the reference and comes before the current frame;
// ok is false if there is none.
func (s *sink) stray(it *item) (ok bool, err error) {
	var at *Place
	number := int64(-1)
	if s.now.Frame != nil {
		place := s.place(placeOf(s.now.Frame))
		at, number = &place, s.now.Frame.Index
	}
	for i, f := range s.videos {
		r, ok, err := f.stray(number, at)
		if err != nil {
			return false, err
		}
		if ok {
			it.rows = it.rows[:1]
			r.encode, r.measures = i, it.rows[0].measures
			it.rows[0] = r
			return true, nil
		}
	}
	return false, nil
}

// place adds the time since the reference's first frame.
func (s *sink) place(p Place) Place {
	p.Seconds = p.Time - s.pictures.Info.Start
	return p
}

// stray reports whether it is a frame of an encode that is not in the reference.
func (it *item) stray() bool { return len(it.rows) > 0 && !it.rows[0].kind.OfReference() }

// follow finds the matches of the current frame by the steps.
func (s *sink) follow(it *item) (err error) {
	at := placeOf(s.now.Frame)
	for i, f := range s.videos {
		r := &it.rows[i]
		if r.kind, it.matches[i], r.match, err = f.shows(at); err != nil {
			it.release()
			return err
		}
	}
	return nil
}
