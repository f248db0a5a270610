package scene

import (
	"errors"
	"image"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// Trace has an encoder's blocks of a video's frames, such as a trace.File.
type Trace interface {
	// Frame stores the blocks of a frame of the given size in to. frame is its number, −1 if
	// unknown.
	Frame(frame int64, width, height int, to *partition.Picture) (found bool, err error)
}

// codec has the codec's blocks of the current frame of a video, for all sides that show it.
type codec struct {
	builder partition.Builder
	made    *partition.Picture // nil for none; in pixels of the coded picture, which can have another size than the shown one
	shown   image.Point        // the size of the shown picture
	coded   yuv.CodedBlocks    // what made was made from, unless there is a trace; else nil
	strokes overlay.Strokes

	trace    Trace // replaces the decoder's blocks; or nil
	traced   partition.Picture
	missing  error // why the trace lacks the frame
	coarsest int   // coarsest QP of the codec, guessed from those seen so far

	qps partition.QPs // of the decoder's blocks of all frames, as far as known

	comparer  agreement.Comparer
	agreement agreement.Agreement // between the blocks and A's quads, if compared
	kinds     []agreement.Kind
	compared  bool
}

// SetTrace sets the trace of the playing video; nil for none. The caller closes it after setting
// another one.
func (s *Scene) SetTrace(t Trace) {
	s.codec.trace, s.codec.coarsest, s.codec.missing = t, scales[0], nil
	s.renew = true
}

// Traced reports whether there is a trace.
func (c *codec) Traced() bool { return c.trace != nil }

// scales are the coarsest QPs of codecs with traces: HEVC, VVC and AV1.
var scales = [...]int{51, 63, 255}

// divide finds the codec's blocks of the playing frame if a side shows them, and of the second video's.
func (s *Scene) divide(f *decode.Frame, a *session.Choices) {
	b := s.wipe.settings
	if !s.wipe.on() || s.wipe.b.other != nil {
		b = *a
	}
	s.codec.of(f, s.A, a, &b)
	if s.wipe.on() && s.wipe.b.other != nil {
		s.wipe.b.other.codec.of(s.wipe.b.other.frame, s.wipe.b, a, a)
	}
}

// of finds the blocks of a frame, which may be nil, if one of two settings shows them, and compares them
// with a layer's quads.
func (c *codec) of(f *decode.Frame, l *Layer, a, b *session.Choices) {
	c.made, c.coded, c.compared = nil, nil, false
	if f != nil {
		c.shown = image.Pt(f.Picture.Width, f.Picture.Height)
	}
	switch {
	case f == nil || !a.Codec && !b.Codec:
		return
	case c.trace != nil:
		c.find(f)
	default:
		c.builder.Units = a.Outlines.NeedsUnits() || b.Outlines.NeedsUnits()
		from := f.Picture.AsCoded()
		if made, ok := c.builder.Of(from, f.Packet); ok {
			c.made, c.coded = made, from.Coded
		}
	}
	if c.made == nil || c.scaled() || !(a.BlocksCompared() || b.BlocksCompared()) {
		return
	}
	c.comparer.Compare(&c.agreement, l.Read(), c.made)
	c.kinds, c.compared = c.comparer.Kinds(c.kinds, c.made), true
}

// scaled reports whether the shown picture has another size than the coded one.
func (c *codec) scaled() bool {
	return c.made != nil && (c.made.Width != c.shown.X || c.made.Height != c.shown.Y)
}

// view returns the view of the coded picture for that of the shown one.
func (c *codec) view(v *overlay.View) *overlay.View {
	if !c.scaled() {
		return v
	}
	own := *v
	own.Width, own.Height = c.made.Width, c.made.Height
	width, height := v.TurnedSize()
	ownWidth, ownHeight := own.TurnedSize()
	own.ScaleX *= float32(width) / float32(ownWidth)
	own.ScaleY *= float32(height) / float32(ownHeight)
	return &own
}

// pixel returns the pixel of the coded picture in the middle of one of the shown picture.
func (c *codec) pixel(x, y int) (int, int) {
	if !c.scaled() {
		return x, y
	}
	return (2*x + 1) * c.made.Width / (2 * c.shown.X), (2*y + 1) * c.made.Height / (2 * c.shown.Y)
}

// BlocksScaled reports whether the blocks of a side are in pixels of a picture of another size than the shown one.
func (s *Scene) BlocksScaled(side *Side) bool { return s.codecOf(side.Layer).scaled() }

// BlocksView returns the view of a side's blocks, for that of its picture.
func (s *Scene) BlocksView(side *Side, v *overlay.View) *overlay.View {
	return s.codecOf(side.Layer).view(v)
}

// ShownPart returns the part of a side's picture that shows a part of its coded picture.
func (s *Scene) ShownPart(side *Side, part image.Rectangle) image.Rectangle {
	c := s.codecOf(side.Layer)
	if !c.scaled() {
		return part
	}
	x := func(x int) int { return x * c.shown.X / c.made.Width }
	y := func(y int) int { return y * c.shown.Y / c.made.Height }
	return image.Rect(x(part.Min.X), y(part.Min.Y), max(x(part.Max.X), x(part.Min.X)+1), max(y(part.Max.Y), y(part.Min.Y)+1))
}

// BlocksPixel returns the pixel of a side's blocks at one of its picture.
func (s *Scene) BlocksPixel(side *Side, x, y int) (int, int) {
	return s.codecOf(side.Layer).pixel(x, y)
}

// Reasons for missing blocks.
var (
	errUntraced     = errors.New("the trace has no blocks of this frame")
	errUntracedTime = errors.New("no blocks: the frame's number is unknown after a seek")
)

// find looks up a frame's blocks in the trace.
func (c *codec) find(f *decode.Frame) {
	found, err := c.trace.Frame(f.Index, f.Picture.Width, f.Picture.Height, &c.traced)
	switch {
	case err != nil:
	case !found && f.Index < 0:
		err = errUntracedTime
	case !found:
		err = errUntraced
	default:
		c.made = &c.traced
	}
	c.missing = err
	if c.made == nil {
		return
	}
	for i := range c.made.Blocks {
		for _, end := range scales {
			if qp := int(c.made.Blocks[i].QP); qp > c.coarsest && c.coarsest < end {
				c.coarsest = end
			}
		}
	}
}

// Untraced returns why the trace lacks the current frame, or nil.
func (c *codec) Untraced() error { return c.missing }

// Codec returns the blocks of the playing video's codec of the current frame, or nil if they are unknown
// or not shown, and its usual coarsest QP. The result is valid until the next Analyze.
func (c *codec) Codec() (p *partition.Picture, coarsest int) {
	_, coarsest = c.scale()
	return c.made, coarsest
}

// TwoLists reports whether any known vector of the frames on the screen is of reference list 1.
func (s *Scene) TwoLists() bool {
	for _, c := range [...]*codec{&s.codec, s.wipe.codec()} {
		if c == nil || c.made == nil {
			continue
		}
		for i := range c.made.Vectors {
			if c.made.Vectors[i].Second() {
				return true
			}
		}
	}
	return false
}

// VectorCounts returns how many vectors of a side's frame have motion, and how many of these are drawn, on the screen or
// next to it.
func (s *Scene) VectorCounts(side *Side) (drawn, all int) {
	c := s.codecOf(side.Layer)
	if c.made == nil || !side.Settings.Motion {
		return 0, 0
	}
	return c.strokes.Counts(c.made, c.view(&s.Place.View), side.Settings.VectorsEach, s.VectorTimes(side, &s.Place.View))
}

// VectorTimes returns how many times as long as the motion the lines of vectors are on a side, with a view of its picture. Those of
// two videos are the same.
func (s *Scene) VectorTimes(side *Side, v *overlay.View) int {
	times := 0
	for _, c := range [...]*codec{&s.codec, s.wipe.codec()} {
		if c == nil || c.made == nil || !side.Settings.Motion {
			continue
		}
		n := c.strokes.Times(c.made, c.view(v), side.Settings.VectorsEach, side.Settings.VectorsLength)
		if n > 0 && (times == 0 || n < times) {
			times = n
		}
	}
	return max(times, 1)
}

// Blocks returns the blocks of a side's frame, or nil, with their mean QP.
func (s *Scene) Blocks(side *Side) (p *partition.Picture, mean float64, ok bool) {
	c := s.codecOf(side.Layer)
	mean, ok = c.MeanQP()
	return c.made, mean, ok
}

// Coarsest returns the usual coarsest QP of a side's codec.
func (s *Scene) Coarsest(side *Side) int {
	_, coarsest := s.codecOf(side.Layer).scale()
	return coarsest
}

// HasUnits reports whether the prediction units of a side's blocks are known.
func (s *Scene) HasUnits(side *Side) bool {
	_, ok := s.codecOf(side.Layer).coded.(yuv.PredictedBlocks)
	return ok
}

// Unit returns the prediction unit at a pixel of a side's blocks, if it is known.
func (s *Scene) Unit(side *Side, x, y int) (u partition.Unit, ok bool) {
	return partition.UnitAt(s.codecOf(side.Layer).coded, x, y)
}

// Description returns how the codec predicted the block at a pixel of a side's blocks, in its words; empty if it is not known.
func (s *Scene) Description(side *Side, x, y int) string {
	return partition.DescriptionAt(s.codecOf(side.Layer).coded, x, y)
}

func (s *Scene) codecOf(l *Layer) *codec {
	if l.other != nil {
		return &l.other.codec
	}
	return &s.codec
}

func (c *codec) scale() (finest, coarsest int) {
	if c.trace != nil {
		return 0, c.coarsest
	}
	return c.builder.Scale()
}

// SetQPs sets the ends of the QPs of all frames' blocks of the playing video, and of a second one, as far as they are known.
func (s *Scene) SetQPs(a, b partition.QPs) {
	s.codec.qps = a
	if c := s.wipe.codec(); c != nil {
		c.qps = b
	}
}

// OfAll reports whether the scale of QPs of a side's blocks is that of all frames, if a colouring has it.
func (s *Scene) OfAll(side *Side) bool {
	return s.codecOf(side.Layer).all(&s.codec, s.wipe.codec()).Known
}

// all returns the ends of the QPs of all frames of one of both videos, which has one scale with the other if their codecs have the same usual
// range; they are known once those of both are.
func (c *codec) all(first, second *codec) (all partition.QPs) {
	finest, coarsest := c.scale()
	for _, of := range [...]*codec{first, second} {
		if of == nil || of.made == nil {
			continue
		}
		if f, last := of.scale(); f != finest || last != coarsest {
			continue
		}
		if of.trace != nil || !of.qps.Known { // only the decoder's are known
			return partition.QPs{}
		}
		all = all.Join(of.qps)
	}
	return all
}

// BlockScale returns the ends of the scale of a colouring of the blocks of a side's frame. A second video has the same
// scale of bits and, if its codec has the same usual range, of QPs.
func (s *Scene) BlockScale(side *Side, by overlay.BlockColouring) (low, high int) {
	return s.codecOf(side.Layer).blockScale(by, &s.codec, s.wipe.codec())
}

// blockScale returns the ends of the scale for one of both videos' blocks; the second may be nil.
func (c *codec) blockScale(by overlay.BlockColouring, first, second *codec) (low, high int) {
	finest, coarsest := c.scale()
	var pictures [2]*partition.Picture
	n := 0
	for _, of := range [...]*codec{first, second} {
		if of == nil || of.made == nil {
			continue
		}
		if f, last := of.scale(); of == c || by == overlay.ByBits || f == finest && last == coarsest {
			pictures[n] = of.made
			n++
		}
	}
	return by.Scale(partition.QPs{Least: finest, Most: coarsest, Known: true}, c.all(first, second), pictures[:n]...)
}

// BlocksOf returns the side whose codec's blocks are drawn on a side: the side itself, or, over a view of two videos, B, unless
// A alone has blocks.
func (s *Scene) BlocksOf(side *Side) *Side {
	if b := &s.Place.made; side == &s.Place.Sides[0] && b.Layer != nil && (b.Layer.other.codec.known() || !s.codec.known()) {
		return b
	}
	return side
}

// known reports whether there are blocks or vectors.
func (c *codec) known() bool { return c.made != nil && len(c.made.Blocks)+len(c.made.Vectors) > 0 }

// codec returns the second video's blocks, or nil if none is shown.
func (w *wipe) codec() *codec {
	if !w.on() || w.b.other == nil {
		return nil
	}
	return &w.b.other.codec
}

// Beside returns the blocks of a second video's codec, with their mean QP; nil if they are unknown or not asked for.
func (s *Scene) Beside() (p *partition.Picture, mean float64, ok bool) {
	c := s.wipe.codec()
	if c == nil {
		return nil, 0, false
	}
	mean, ok = c.MeanQP()
	return c.made, mean, ok
}

// MeanQP returns the mean QP of the blocks that Codec returns.
func (c *codec) MeanQP() (mean float64, ok bool) {
	switch {
	case c.made == nil:
		return 0, false
	case c.trace != nil:
		return c.made.MeanQP()
	default:
		return c.builder.MeanQP()
	}
}

// Agreement returns the agreement of the codec's blocks with A's quads, or nil if it is not shown.
// It is valid until the next Analyze.
func (c *codec) Agreement() *agreement.Agreement {
	if !c.compared {
		return nil
	}
	return &c.agreement
}

// CodecStyle returns how a side's settings draw the codec's blocks.
func (s *Scene) CodecStyle(side *Side) overlay.CodecStyle {
	return s.codecOf(side.Layer).style(side.Settings, &s.codec, s.wipe.codec())
}

// style returns how the settings draw one of both videos' blocks; the second may be nil.
func (c *codec) style(a *session.Choices, first, second *codec) overlay.CodecStyle {
	by := a.BlocksShow()
	low, high := c.blockScale(by, first, second)
	style := overlay.CodecStyle{Opacity: float32(a.Opacity), LineWidth: a.LineWidth, Low: low, High: high, Colour: by, Outlines: a.Outlines, Fill: a.BlocksFill(), Vectors: a.Motion, VectorsBy: a.VectorsBy, Density: a.VectorsEach}
	if c.compared && a.BlocksCompared() {
		style.Kinds = c.kinds
	}
	return style
}

// drawCodec draws the codec's blocks on a side. Vectors end at the picture's edge.
func (s *Scene) drawCodec(side *Side, v *overlay.View) error {
	side = s.BlocksOf(side)
	c := s.codecOf(side.Layer)
	if c.made == nil {
		return nil
	}
	style := s.CodecStyle(side)
	style.Chosen.X, style.Chosen.Y = c.pixel(s.Chosen.X, s.Chosen.Y)
	style.HasChosen = s.HasChosen
	style.Times = s.VectorTimes(side, v)
	v = c.view(v)
	c.strokes.Of(c.made, v, side.Area, style)
	s.clip(side.Area.Intersect(v.Bounds()), v.TargetHeight)
	defer s.clip(side.Area, v.TargetHeight)
	return s.renderer.Strokes(c.strokes.List, v, gloverlay.LowestFirst)
}
