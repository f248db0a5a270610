package render

import (
	"context"
	"errors"
	"io"

	"ffkvadrat/decode"
	"ffkvadrat/export/selection"
)

// errAgain asks for another rendering on one thread.
var errAgain = errors.New("damaged input, decoded on several threads")

// source gives the pictures of a video that a selection chooses.
type source struct {
	video  *decode.Video
	pass   *selection.Pass
	strict bool // damage ends it, with errAgain
	faults decode.Faults
}

// picture is a decoded frame with the part of the selection that is behind when
// it is done, or what ended decoding.
type picture struct {
	frame *decode.Frame
	part  float64
	err   error
}

// next is the next one that is chosen, or io.EOF.
func (s *source) next() picture {
	for !s.pass.Full() {
		frame, err := s.video.Next()
		s.faults = s.video.Faults()
		if (err == nil || err == io.EOF) && s.strict && s.faults.Any() {
			frame.Release()
			return picture{err: errAgain}
		}
		verdict := selection.Skipped
		if err == nil {
			verdict, err = s.pass.Take(frame)
		}
		if err == nil && verdict == selection.Chosen {
			return picture{frame: frame, part: s.pass.Part()}
		}
		frame.Release()
		if err == nil && verdict == selection.Behind {
			err = io.EOF
		}
		if err != nil {
			return picture{err: err}
		}
	}
	return picture{err: io.EOF}
}

// decodeAhead decodes in a goroutine of its own, which ends after an error,
// io.EOF included, or with ctx. Beside the pictures that have been taken there
// are as many as wait, and one that is decoded or waits for room among them.
func (s *source) decodeAhead(ctx context.Context, ahead int) <-chan picture {
	pictures := make(chan picture, ahead)
	go func() {
		defer close(pictures)
		for {
			p := s.next()
			select {
			case pictures <- p:
			case <-ctx.Done():
				p.frame.Release()
				return
			}
			if p.err != nil {
				return
			}
		}
	}()
	return pictures
}
