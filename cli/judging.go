package cli

import (
	"context"
	"errors"
	"fmt"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/player/second"
)

// judging has the flags of the second video whose errors a rendering shows.
type judging struct {
	Beside fileName `placeholder:"FILE" help:"An encode of the video: --colour-by error shows how far it is from the video under each quad. The picture stays that of the video."`
	pairing
}

// check returns what is wrong with the flags of a rendering.
func (j judging) check(c *renderCommand) error {
	style, err := c.live()
	switch {
	case err != nil:
		return nil // which options reports
	case j.Beside == "" && style.Colour.NeedsSecond():
		return fmt.Errorf("--colour-by: %v compares with a second video: add --beside", style.Colour)
	case j.Beside == "":
		return j.pairing.alone()
	case !style.Colour.NeedsSecond():
		return errors.New("--beside: the second video is only for --colour-by error")
	case len(c.Files) == 1 && isStored(string(c.Files[0])):
		return fmt.Errorf("--beside: %s is an export, which has no pictures to compare", c.Files[0])
	case c.many():
		return errors.New("--beside goes with one video, not with a folder or several")
	case c.Clean:
		return errors.New("--beside: --clean draws no quads")
	}
	return pipeline.Guard(pipeline.File{Name: string(c.Output)}, pipeline.File{Name: string(j.Beside)})
}

// judge returns what measures the errors; nil without a second video.
func (j judging) judge() render.Judging {
	if j.Beside == "" {
		return nil
	}
	return func(ctx context.Context, path string, of *decode.Info) (render.Judge, error) {
		judge, err := second.NewJudge(ctx, string(j.Beside), second.Options{Path: path, Reference: *of, Align: j.Align.Rule, Scale: j.Scale, Coded: j.Coded})
		if err != nil {
			return nil, err // not a nil *second.Judge
		}
		return judge, nil
	}
}

// names reports whether an error is that of the second video.
func (j judging) names(err error) bool {
	return j.Beside != "" && inputAt(string(j.Beside)).namedIn(err.Error())
}

// damage returns the second video's damage as an error.
func (j judging) damage(faults decode.Faults) error {
	if j.Beside == "" {
		return nil
	}
	return inputAt(string(j.Beside)).damage(faults, "what decodes of it was compared")
}
