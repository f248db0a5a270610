package probe

import (
	"image"

	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
)

// outlined is the smallest side, in pixels of the window, of an outlined pixel.
const outlined = 5

// Outline appends, on each side that shows a pixel, the outlines of the pinned source, if there is one, of the codec's block there,
// if blocks are shown, and of the pixel itself, if it is large enough to be seen or pinned. Next to a source, or in one of the codec's
// largest blocks, the block has a thin one.
func (p *Probe) Outline(all []panel.Outline, at *scene.Place, x, y int, pinned bool) []panel.Outline {
	for i := range at.Sides[:at.N] {
		all = p.outlineOn(&at.Sides[i], all, at, x, y, pinned)
	}
	return all
}

func (p *Probe) outlineOn(side *scene.Side, all []panel.Outline, at *scene.Place, x, y int, pinned bool) []panel.Outline {
	pixel := at.Cover(side, image.Rect(x, y, x+1, y+1))
	if side.Settings.View.InSpace() || side.Settings.View.Sorts() || at.N > 1 && !pixel.Overlaps(side.Area) {
		return all
	}
	block := image.Rectangle{}
	area, followed := p.sourceOn(side)
	if followed = followed && pinned && side.Settings.Blocks(); followed {
		all = append(all, panel.Outline{Place: at.CoverArea(side, area.X, area.Y, area.Width, area.Height), Within: side.Area, Pinned: pinned})
	}
	if l := &p.largest; pinned && !l.part.Empty() && l.at == p.Time && side == &at.Sides[p.side] && side.Settings.Blocks() {
		followed = true
		all = append(all, panel.Outline{Place: at.Cover(side, l.part), Within: side.Area, Pinned: pinned})
	}
	of := p.scene.BlocksOf(side)
	if coded, ok := p.codedAt(of, x, y); ok && side.Settings.Blocks() {
		v := at.ViewOf(side)
		block = p.scene.BlocksView(of, &v).Cover(coded.inside)
		all = append(all, panel.Outline{Place: block, Within: side.Area, Pinned: pinned && !followed})
	}
	if pixel != block && (min(pixel.Dx(), pixel.Dy()) >= outlined || pinned && block.Empty()) {
		all = append(all, panel.Outline{Place: pixel, Within: side.Area, Pinned: pinned})
	}
	return all
}
