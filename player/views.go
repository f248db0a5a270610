package player

import (
	"fmt"
	"math/bits"

	"ffkvadrat/player/views"
)

// top is the level of the pyramid's single cell.
func top(width, height int) int { return bits.Len(uint(max(width, height) - 1)) }

// nextLevel shows the next coarser level of the pyramid, after the top the
// finest; from another view it only comes back to the pyramid.
func (p *player) nextLevel() {
	if p.frame == nil {
		return
	}
	s := &p.settings
	if s.View == views.Pyramid {
		s.Level++
		if s.Level > top(p.frame.Picture.Width, p.frame.Picture.Height) {
			s.Level = 0
		}
	}
	s.View = views.Pyramid
	p.sayView()
}

// sayView says what the picture's place shows.
func (p *player) sayView() {
	text := "View: " + p.settings.View.String()
	if p.settings.View == views.Pyramid {
		text += fmt.Sprintf(", level %d", p.settings.Level)
	}
	p.say(text)
}
