package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// cutting matches a template cut out of the video: a rectangle and a position.
var cutting = regexp.MustCompile(`^(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})@(.+)$`)

// templateName is the value of --template.
type templateName string

// Decode implements kong's hook.
func (t *templateName) Decode(ctx *kong.DecodeContext) error { return (*fileName)(t).Decode(ctx) }

// templateOf is the source of a template: a picture file, or a part of a frame.
type templateOf struct {
	file   string // empty for a part
	at     decode.Position
	x, y   int
	width  int
	height int
	itself bool // the text is a template as formatted by String
}

func parseTemplate(text string) (t templateOf, err error) {
	parts := cutting.FindStringSubmatch(text)
	if parts == nil {
		err := analysis.Named("template").Read(new(analysis.Params), text)
		t.file, t.itself = text, err == nil && text != ""
		return t, nil
	}
	for i, to := range []*int{&t.x, &t.y, &t.width, &t.height} {
		*to, _ = strconv.Atoi(parts[1+i]) // at most five digits
	}
	if t.at, err = decode.ParsePosition(parts[5]); err != nil {
		return t, fmt.Errorf("--template: %w", err)
	}
	return t, nil
}

// someTemplate is a placeholder for a template that is not read yet.
const someTemplate = "1x1,8,limited,AA=="

// find reads the template, if the flags name one. Parts of a frame are cut out of a stream of the
// only video.
func (t *tuning) find(e *environment, stream int, videos ...fileName) error {
	if t.Template == "" {
		return nil
	}
	of, err := parseTemplate(string(t.Template))
	if err != nil {
		return err
	}
	switch {
	case of.itself:
		t.found = of.file
		return nil
	case of.file != "":
		t.found, err = of.read(e, inputAt(of.file))
		return err
	}
	var s source
	switch {
	case len(videos) > 1 || len(videos) == 1 && isFolder(string(videos[0])):
		return fmt.Errorf("--template %s is cut from the video: name a single one", t.Template)
	case len(videos) == 1 && videos[0] == "-":
		return fmt.Errorf("--template %s is cut from the video, and standard input is read only once: name a file", t.Template)
	case len(videos) == 1 && decode.IsLive(e.ctx, string(videos[0])):
		return fmt.Errorf("--template %s is cut from the video, and a live source does not repeat: name a picture", t.Template)
	case len(videos) == 1:
		s.File = videos[0]
	}
	s.Stream = stream
	in, err := s.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	t.found, err = of.read(e, in)
	return err
}

// seek moves the video to the template's frame. A template file has one frame.
func (of *templateOf) seek(video *decode.Video) error {
	if of.file != "" {
		return nil
	}
	var end *decode.EndError
	err := video.Reach(of.at)
	if errors.As(err, &end) {
		return fmt.Errorf("--template: %w", end)
	}
	return err
}

// read returns the template of a file's picture, as text.
func (of *templateOf) read(e *environment, in *input) (text string, err error) {
	video, frame, err := in.frame(e, yuv.Needs{}, of.seek)
	if err != nil {
		return "", err
	}
	defer video.Close()
	defer frame.Release()
	p := &frame.Picture
	if err := p.Fetch(); err != nil {
		return "", in.about(err)
	}
	if of.file != "" {
		of.width, of.height = p.Width, p.Height
	}
	var params analysis.Params
	if err := params.CutTemplate(p, of.x, of.y, of.width, of.height); err != nil {
		return "", in.about(fmt.Errorf("--template: %w", err))
	}
	return analysis.Named("template").Text(&params), nil
}
