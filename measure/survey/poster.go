package survey

import (
	"errors"
	"image"

	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// posterParts are the places where a frame for the poster is looked for, in this order, as fractions
// of the duration.
var posterParts = [...]float64{0.1, 0.3, 0.5, 0.7, 0.9, 0}

// posterFrames is the maximum number of frames decoded for a poster if no place has one that shows
// something, because the video has few key frames.
const posterFrames = 300

// painter makes a poster from the first frame that shows something; from the first one at all if none
// does.
type painter struct {
	info  decode.Info
	side  int
	image *image.RGBA // of the first frame; of the chosen one at the end
}

// choose sets the image. It fails if no frame can be decoded.
func (p *painter) choose(video *decode.Video) error {
	if !p.info.Seekable || !(p.info.Duration > 0) {
		_, err := p.look(video, posterFrames)
		return err
	}
	for _, part := range posterParts {
		if err := video.SeekKey(part * p.info.Duration); err != nil && !errors.Is(err, decode.ErrNotSeekable) {
			return p.unless(err)
		}
		if shows, err := p.look(video, 1); shows || err != nil {
			return p.unless(err)
		}
	}
	_, err := p.look(video, posterFrames) // from the start, where the last place is
	return p.unless(err)
}

// first sets the image of the first frame.
func (p *painter) first(video *decode.Video) error {
	_, err := p.look(video, 1)
	return err
}

// unless returns the error unless there is an image.
func (p *painter) unless(err error) error {
	if p.image != nil {
		return nil
	}
	return err
}

// look decodes at most n frames, up to one that shows something.
func (p *painter) look(video *decode.Video, n int) (shows bool, err error) {
	for ; n > 0 && !shows && err == nil; n-- {
		shows, err = p.next(video)
	}
	return shows, p.unless(err)
}

// next decodes a frame. It becomes the image if it shows something, or is the first one.
func (p *painter) next(video *decode.Video) (shows bool, err error) {
	frame, err := video.Next()
	if err != nil {
		return false, err
	}
	defer frame.Release()
	picture := &frame.Picture
	if err := picture.Fetch(); err != nil {
		return false, err
	}
	if shows = response.Shows(picture); shows || p.image == nil {
		converter := yuv.NewConverter(picture.Format, picture.Colour, picture.Width, picture.Height)
		p.image = paint(frame, converter, overlay.Orientation(p.info.Orientation), p.side)
	}
	return shows, nil
}
