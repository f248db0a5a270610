package player

import (
	"ffkvadrat/decode"
	"ffkvadrat/playback"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
)

// cubing has the cubes of the playing video for both sides. It implements scene.Cubes.
// The zero value has none.
type cubing struct {
	video   *playback.Video
	post    func(func())
	arrived func() // posted when there are new cubes
	finders [2]*cubes.Finder
	asked   [2]bool // sides that have asked since begin
}

// turn changes the video, which is opened when cubes are first needed. The finders of the previous
// video end with it.
func (c *cubing) turn(f *playback.Video, post func(func()), arrived func()) {
	*c = cubing{video: f, post: post, arrived: arrived}
}

// finder returns the finder of a side.
func (c *cubing) finder(a bool) *cubes.Finder {
	i := sideIndex(a)
	if c.finders[i] == nil {
		f := c.video
		c.finders[i] = cubes.Start(f.Ctx, cubes.Options{Path: f.Path, Stream: f.Info.Stream, Wake: func() { c.post(c.arrived) }})
		f.OnClose(c.finders[i].Close)
	}
	return c.finders[i]
}

func sideIndex(a bool) int {
	if a {
		return 0
	}
	return 1
}

// without returns why the settings have no cubes, or "".
func (c *cubing) without(s *session.Choices) string {
	switch {
	case c.video == nil || !c.video.Info.Seekable || decode.IsURL(c.video.Path):
		return "quads: cubes need a file that can be read twice"
	case s.EachFrame:
		return "quads: cubes need one threshold for all frames"
	case !cubes.Fits(s.Params):
		return "quads: cubes need the edge variant, without classes"
	}
	return ""
}

func placeOf(f *decode.Frame) cubes.Place { return cubes.Place{Index: f.Index, Time: f.Time} }

func subjectOf(s *session.Choices) cubes.Subject {
	return cubes.Subject{Params: s.Params.Drawn(), Frames: s.Cube.Frames()}
}

// Section implements scene.Cubes.
func (c *cubing) Section(a bool, s session.Choices, f *decode.Frame, quads []quadpyramid.Quad, lasts []uint32) ([]quadpyramid.Quad, []uint32, int, bool) {
	if c.without(&s) != "" {
		return quads, lasts, 0, false
	}
	c.asked[sideIndex(a)] = true
	finder := c.finder(a)
	finder.Ask(subjectOf(&s), placeOf(f))
	return finder.Section(quads, lasts, subjectOf(&s), placeOf(f))
}

// At implements scene.Cubes.
func (c *cubing) At(a bool, s session.Choices, f *decode.Frame, x, y int) (cubes.Found, bool) {
	return c.finders[sideIndex(a)].At(subjectOf(&s), placeOf(f), x, y)
}

// begin starts the analysis of a frame, end ends it: finders of sides that did not ask for cubes
// pause.
func (c *cubing) begin() { c.asked = [2]bool{} }

func (c *cubing) end() {
	for i, asked := range c.asked {
		if !asked {
			c.finders[i].Ask(cubes.Subject{}, cubes.Place{})
		}
	}
}

// missing returns why side A has no cubes although the settings ask for them, else "".
func (c *cubing) missing(s *session.Choices) string {
	if s.Cube == 0 {
		return ""
	}
	if why := c.without(s); why != "" {
		return why
	}
	return c.finders[0].Missing()
}

// cubesArrived analyses the current frame again.
func (p *player) cubesArrived() {
	p.scene.Renew()
	p.redraw.again()
}
