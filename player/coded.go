package player

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
)

// coded returns what the panel shows about the codec's blocks of a frame.
func (p *player) coded(f *decode.Frame) (c panel.Codec) {
	at := &p.scene.Place
	of := p.described()
	made, mean, known := p.scene.Blocks(of)
	second, _, _ := of.Second()
	both, _ := p.scene.Both()
	if made != nil {
		c = panel.Codec{Known: true, Vectors: len(made.Vectors), Traced: !second && p.scene.Traced(), Second: second}
		c.Frames[0] = codedFrame(of.Frame(f), made, mean, known)
	}
	if made, mean, known := p.scene.Beside(); made != nil && !second && at.N == 2 {
		c.Beside = true
		c.Frames[1] = codedFrame(at.Sides[1].Frame(f), made, mean, known)
	}
	c.Hidden, c.Both, c.TwoLists, c.Units = true, both != nil, p.scene.TwoLists(), p.scene.HasUnits(of)
	for i := at.N - 1; i >= 0; i-- { // A's if both sides have blocks
		side := p.scene.BlocksOf(&at.Sides[i])
		made, _, _ := p.scene.Blocks(side)
		if s := side.Settings; s.Blocks() && !side.Area.Empty() && (made != nil || side == of) {
			c.Hidden = false
			c.Drawn, c.Moving = p.scene.VectorCounts(side)
			c.Times = p.scene.VectorTimes(side, &at.View)
			if made != nil {
				c.Vectors, c.Divided = len(made.Vectors), len(made.Units) > len(made.Blocks)
			}
			c.Parts = s.Outlines.NeedsUnits()
			c.By, c.Motion, c.VectorsBy, c.Opacity, c.Side = s.BlocksShow(), s.Motion, s.VectorsBy, float32(s.Opacity), i
		}
	}
	c.BlockScale = p.blockScale(of, c.By)
	if c.Beside {
		c.BesideScale = p.blockScale(&at.Sides[1], c.By)
	}
	v := p.scene.BlocksView(of, &at.View)
	c.Zoom = float64(min(v.ScaleX, v.ScaleY))
	if made != nil {
		c.Directed = overlay.DrawsDirections(made, float32(c.Zoom))
	}
	if a := p.scene.Agreement(); a != nil {
		c.Compared = true
		known := false
		if c.Finer, c.Coarser, known = a.Parts(); known {
			c.Alike = max(1-c.Finer-c.Coarser, 0)
		}
		c.IoU, _ = a.IoU()
	}
	if err := p.scene.Untraced(); err != nil && p.settings.Codec {
		c.Missing = wording.Line(err)
	}
	return c
}

// costliest returns the costliest of the codec's largest blocks of the side that the tab Pixel is about, or of the one that the
// legend describes if that one has none, and which of two videos it is: A or B. The list is empty if they are not drawn, or if their bits
// are not known, with the reason. It is valid until the next call.
func (p *player) costliest() (list []partition.Cost, video, missing string) {
	at := &p.scene.Place
	of := p.described()
	if side := p.probe.Side(at); at.N == 2 && !side.Area.Empty() {
		if made, _, _ := p.scene.Blocks(side); made != nil && side.Settings.Blocks() {
			of = side
		}
	}
	made, _, _ := p.scene.Blocks(of)
	if made == nil || of.Settings == nil || !of.Settings.Blocks() {
		return nil, "", ""
	}
	if p.scene.HasSecond() {
		video = at.Letter(of)
	}
	p.costs.Of(made, panel.MostCostly)
	if _, ok := made.Rate(); !ok {
		second, _, _ := of.Second()
		if missing = panel.NoBits(!second && p.scene.Traced()); len(made.Blocks) == 0 {
			missing = panel.NoBlocks
		}
	}
	return p.costs.List, video, missing
}

// blockBins returns histograms of the blocks that the legend describes, while the tab Plots is shown.
func (p *player) blockBins() (to panel.BlockBins) {
	of := p.described()
	made, _, _ := p.scene.Blocks(of)
	if !p.settings.Panel || p.settings.Tab != session.Plots || made == nil || of.Settings == nil || !of.Settings.Blocks() {
		return to
	}
	style := p.scene.CodecStyle(of)
	to.Sizes, to.Values = overlay.SizeSpread(made), style.Spread(made, panel.MostBins)
	_, to.HasBits = made.Rate()
	return to
}

// blockScale returns the scale of a colouring of a side's blocks.
func (p *player) blockScale(of *scene.Side, by overlay.BlockColouring) (to panel.BlockScale) {
	to.Low, to.High = p.scene.BlockScale(of, by)
	to.Coarsest, to.OfAll = p.scene.Coarsest(of), p.scene.OfAll(of)
	return to
}

// described returns the side whose blocks the legend describes: A, or B if a second video is shown alone, or if A has none; over a
// view of two videos, the one that has outlines.
func (p *player) described() *scene.Side {
	at := &p.scene.Place
	if at.N == 0 { // nothing is located so far
		return &scene.Side{Layer: p.scene.A}
	}
	for i := 1; i < at.N; i++ {
		side := &at.Sides[i]
		if second, _, _ := side.Second(); !second || !side.Settings.Codec || side.Area.Empty() {
			continue
		}
		made, _, _ := p.scene.Blocks(&at.Sides[0])
		if other, _, _ := p.scene.Blocks(side); other != nil && (made == nil || at.Sides[0].Area.Empty()) {
			return side
		}
	}
	return p.scene.BlocksOf(&at.Sides[0])
}

// codedFrame describes how a frame was coded, with the mean QP of its blocks, if that is known. made may be nil.
func codedFrame(f *decode.Frame, made *partition.Picture, mean float64, known bool) panel.CodedFrame {
	to := panel.CodedFrame{Type: '?', QP: mean, HasQP: known}
	if f != nil {
		to.Type, to.Size, to.Packet = f.PictType, f.Size(), f.Packet
	}
	if made == nil {
		return to
	}
	to.Blocks = len(made.Blocks)
	to.Least, to.Most, _ = made.QPs()
	to.CodedQP.Value, to.CodedQP.Known = made.CodedQP()
	to.Rate, to.HasRate = made.Rate()
	var bits [partition.TypeCount]int64
	for i := range made.Blocks {
		bits[made.Blocks[i].Type] += int64(made.Blocks[i].Bits())
	}
	to.Types, to.Bits, to.Told = shares(made.Areas()), shares(bits), made.Told
	return to
}

// shares returns each number's part of their sum.
func shares(numbers [partition.TypeCount]int64) (parts [partition.TypeCount]float64) {
	all := int64(0)
	for _, n := range numbers {
		all += n
	}
	for i, n := range numbers {
		parts[i] = float64(n) / float64(max(all, 1))
	}
	return parts
}
