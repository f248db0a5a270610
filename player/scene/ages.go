package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
)

// ages tracks the ages of a layer's quads while colours show them.
type ages struct {
	*gloverlay.Ages // made when first used
	params          analysis.Params
	from            origin
	picture         int64 // number of the last picture
	fits            bool  // they belong to the layer's list
	unknown         bool  // unknown, as tracking began at a picture already on the screen
}

// make makes Ages if needed.
func (a *ages) make(dev *gpu.Device) (err error) {
	if a.Ages == nil {
		a.Ages, err = gloverlay.NewAges(dev)
	}
	return err
}

func (a *ages) release() { a.Ages.Release() }

// age gives the layer's quads their ages, or those of their cubes; see follow.
func (l *Layer) age(picture int64, again bool) error {
	if l.section.on {
		return l.last()
	}
	return l.follow(picture, again)
}

// follow updates the ages for a picture. Consecutive pictures have consecutive numbers; after any
// other number, or with other parameters, ages start again. again means that the picture was on the
// screen before: if it was not tracked then, its ages are unknown until the next picture.
func (l *Layer) follow(picture int64, again bool) error {
	a := &l.ages
	if a.Ages == nil {
		if err := a.make(l.dev); err != nil {
			return err
		}
		a.picture = picture - 2
	}
	same := a.params == l.Params && a.from == l.from
	if !same || a.picture != picture { // otherwise it is the same list in the same order
		goesOn := same && a.picture+1 == picture
		a.unknown = again && !goesOn && (a.unknown || a.picture != picture)
		a.params, a.from, a.picture = l.Params, l.from, picture
		if err := a.Follow(l.list, goesOn); err != nil {
			return err
		}
	}
	a.fits = true
	return nil
}

// UnknownAges reports whether the settings show ages and these are unknown.
func (l *Layer) UnknownAges(s *session.Choices) bool {
	return s.Colour.NeedsAges() && l.ages.fits && l.ages.unknown
}

// Aged returns the ages of the list, or nil.
func (l *Layer) Aged() *gloverlay.Ages {
	if !l.ages.fits {
		return nil
	}
	return l.ages.Ages
}
