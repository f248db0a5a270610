package probe

import (
	"image"

	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
)

// outlined is the smallest side, in pixels of the window, of an outlined pixel.
const outlined = 5

// Outline appends the outline of the codec's block at a pixel, if blocks are shown, and of the pixel itself, if it
// is large enough to be seen or pinned.
func (p *Probe) Outline(all []panel.Outline, at *scene.Place, x, y int, pinned bool) []panel.Outline {
	pixel := at.View.Cover(image.Rect(x, y, x+1, y+1))
	side := at.SideOf(pixel)
	if side.Settings.View.InSpace() || side.Settings.View.Sorts() {
		return all
	}
	block := image.Rectangle{}
	if coded, ok := p.codedAt(side, x, y); ok && side.Settings.Blocks() {
		block = at.View.Cover(coded.inside)
		all = append(all, panel.Outline{Place: block, Within: side.Area, Pinned: pinned})
	}
	if pixel != block && (min(pixel.Dx(), pixel.Dy()) >= outlined || pinned && block.Empty()) {
		all = append(all, panel.Outline{Place: pixel, Within: side.Area, Pinned: pinned})
	}
	return all
}
