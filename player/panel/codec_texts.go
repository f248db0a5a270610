package panel

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/player/quantity"
)

// codecTexts are the texts of the legend of the codec's blocks, and the status that they were made
// from.
type codecTexts struct {
	of           Codec
	whose        string // the numbers, if a second video has its own
	title, coded string // what the colours show; the number of blocks
	frame        string // how the frame was coded, if no second video is shown
	ramps        []ramp // A's and B's have a scale each if the ranges of their codecs differ
	entries      []overlay.LegendEntry
	unknown      map[int]string // why blocks cannot be coloured by some quantities
	notes        []string       // what is not known, and what else there is to say
	tips         []string       // explanations, which the legend's tooltip has
	tip          string         // all of it
	vector       float64        // length of the vector in the legend, in pixels of the picture; 0 for none
	line         float64        // the same of its line, in pixels of the window
	length       string         // the same, with its unit
}

// ramp is a scale of colours.
type ramp struct {
	whose string         // A or B, or empty if it is the only one
	means []overlay.Tick // marks, with A or B if there are two
	ticks []overlay.Tick
	flat  bool // it has one colour, that of its middle
}

// at returns the place on the colouring's scale of a part of the bar.
func (r *ramp) at(part float64) float64 {
	if r.flat {
		return 0.5
	}
	return part
}

// update makes the texts again if the status has changed.
func (t *codecTexts) update(c Codec) {
	if c == t.of {
		return
	}
	*t = codecTexts{of: c, ramps: t.ramps[:0], entries: t.entries[:0], notes: t.notes[:0], tips: t.tips[:0], unknown: c.unknown()}
	defer t.join()
	switch {
	case c.Hidden:
		return
	case c.Missing != "":
		t.title = "Codec blocks"
		t.note(c.Missing)
		return
	case !c.Known:
		return
	}
	switch {
	case c.Second:
		t.whose = "B: "
	case c.Beside || c.Both:
		t.whose = "A: "
	}
	if !c.Beside && !c.Second { // else the names of A and B have it
		t.frame = c.Frames[0].Text()
	}
	t.coded = t.whose + quantity.Count(int64(c.Frames[0].Blocks), "block")
	if c.Beside {
		t.coded = "A: " + quantity.Grouped(int64(c.Frames[0].Blocks)) + ", B: " + quantity.Count(int64(c.Frames[1].Blocks), "block")
	}
	switch {
	case c.Frames[0].Blocks == 0:
		t.title = "Codec blocks"
		t.coded = ""
		t.note(NoBlocks)
		if a := &c.Frames[0]; a.HasQP {
			t.note("QP of the whole frame: " + strconv.FormatFloat(a.QP, 'f', -1, 64) + c.ownScale())
		}
	case c.Compared:
		t.compared()
	case c.By == overlay.ByType:
		t.types()
		if c.Beside && !c.Frames[1].typed() {
			t.note("B: not known: FFmpeg does not report it for this codec")
		}
	case c.By == overlay.ByBits:
		t.bits()
		if c.Beside && !c.Frames[1].HasRate {
			t.note("B: not known: FFmpeg reports bits only of whole frames of this codec")
		}
	case c.Both:
		t.title = "Outlines: codec blocks of " + t.whose[:1]
		t.coded = quantity.Count(int64(c.Frames[0].Blocks), "block")
	case c.By == overlay.ByNothing:
		t.title = "Codec blocks"
	default:
		t.quantisers()
	}
	switch {
	case !c.Parts || !c.Units:
	case c.Divided:
		t.explain("Thin lines are between the prediction units of blocks with several.")
	default:
		t.note("Each block is one prediction unit.")
	}
	t.vectors()
}

// unknown returns why blocks cannot be coloured by some quantities.
func (c *Codec) unknown() map[int]string {
	if !c.Known {
		return nil
	}
	missing := map[int]string{}
	if c.Frames[0].Blocks == 0 { // VP9 without segments has none in any frame
		if !c.Frames[1].typed() {
			missing[int(overlay.ByType)] = NoBlocks
		}
		if !c.Frames[1].HasRate {
			missing[int(overlay.ByBits)] = NoBlocks
		}
		return missing
	}
	if c.Frames[0].Types[partition.Unknown] == 1 && !c.Frames[1].typed() {
		missing[int(overlay.ByType)] = "FFmpeg does not report the type of this codec's blocks"
		if c.Traced {
			missing[int(overlay.ByType)] = "the trace has neither vectors nor a type SkipFlag"
		}
	}
	if !c.Frames[0].HasRate && !c.Frames[1].HasRate {
		missing[int(overlay.ByBits)] = NoBits(c.Traced)
	}
	return missing
}

// NoBlocks says that a frame has no blocks.
const NoBlocks = "no blocks are known of this frame"

// NoBits says why the bits of blocks are not known, of a trace or of a decoder.
func NoBits(traced bool) string {
	if traced {
		return "the trace has no type Bits"
	}
	return "FFmpeg does not report the bits of this codec's blocks; a trace with a type Bits has them (--trace)"
}

func (t *codecTexts) note(text string)    { t.notes = append(t.notes, text) }
func (t *codecTexts) explain(text string) { t.tips = append(t.tips, text) }

// join makes the tooltip.
func (t *codecTexts) join() {
	if t.coded != "" { // the first line has no room for it next to some titles
		t.tips = append(t.tips, t.coded+".")
	}
	t.tip = strings.Join(append(t.tips, "Click: only this line, or all. Drag: to another corner."), "\n")
}

// means returns the marks of both frames' means on one scale, as far as they are known.
func (t *codecTexts) means(place func(f *CodedFrame) (at float64, known bool)) (marks []overlay.Tick) {
	for i, name := range [...]string{"A", "B"} {
		at, known := place(&t.of.Frames[i])
		switch {
		case i == 1 && !t.of.Beside || !known:
		case !t.of.Beside:
			marks = append(marks, overlay.Tick{Part: at})
		default:
			marks = append(marks, overlay.Tick{Part: at, Name: name})
		}
	}
	return marks
}

// key returns what the colours of the blocks mean, for a caption; nil if no blocks are coloured.
func (t *codecTexts) key() (key []lettering.Piece) {
	if len(t.ramps)+len(t.entries) == 0 {
		return nil
	}
	key = append(key, lettering.Piece{Text: t.title})
	for i := range t.ramps {
		r := &t.ramps[i]
		low, high := r.ends()
		scale := lettering.Piece{}
		for k := range rampParts {
			scale.Colours = append(scale.Colours, t.seen(t.of.By.Ramp(r.at(float64(k)/(rampParts-1)))))
		}
		if r.whose != "" {
			key = append(key, lettering.Piece{Text: r.whose})
		}
		key = append(key, lettering.Piece{Text: low}, scale, lettering.Piece{Text: high})
	}
	for _, e := range t.entries {
		key = append(key, lettering.Piece{Colours: []color.RGBA{t.seen(e.Colour)}}, lettering.Piece{Text: e.Name})
	}
	return key
}

// CodecKey returns what the colours of the codec's blocks meant in the last Build, for a caption; nil if none were coloured.
func (p *Panel) CodecKey() []lettering.Piece { return p.texts.codecTexts.key() }

// compared explains the comparison of blocks with quads, with the share of the pixels of each colour.
func (t *codecTexts) compared() {
	t.title = "Codec blocks and quads"
	c := &t.of
	for kind, name := range [...]string{
		agreement.Alike: "alike " + quantity.Percent(c.Alike), agreement.CodecFiner: "codec finer " + quantity.Percent(c.Finer), agreement.ContentFiner: "quads finer " + quantity.Percent(c.Coarser),
	} {
		t.entries = append(t.entries, overlay.LegendEntry{Colour: overlay.KindColour(agreement.Kind(kind)), Name: name})
	}
	t.note("IoU of boundaries " + strconv.FormatFloat(c.IoU, 'f', 3, 64))
}

// ownScale returns the scale of the codec's QPs, as it follows a number; empty if it is that of H.264, HEVC or VVC.
func (c *Codec) ownScale() string {
	switch {
	case c.Coarsest == 62 && !c.Traced: // as the decoders of MPEG's older family have it
		return ", on MPEG-2's scale"
	case c.Coarsest == 220 || c.Coarsest == 255:
		return ", 0 to 255"
	}
	return ""
}

// split reports whether A's and B's QPs have a scale each.
func (t *codecTexts) split() bool { return t.of.Beside && t.of.BesideScale != t.of.BlockScale }

// quantisers explains the colours of QPs, in the codec's scale.
func (t *codecTexts) quantisers() {
	c := &t.of
	t.title = "QP of blocks"
	if !t.split() {
		t.title += c.ownScale()
	}
	switch ofFrame := c.By == overlay.ByFrameQuantiser || !c.OfAll; {
	case t.split() && c.By == overlay.ByQuantiser && c.OfAll != c.BesideScale.OfAll:
	case ofFrame && c.Beside && !t.split():
		t.title += ", the frames' range"
	case ofFrame:
		t.title += ", the frame's range"
	case c.Beside:
		t.title += ", the videos' range"
	default:
		t.title += ", the video's range"
	}
	if c.By == overlay.ByQuantiser && !c.OfAll && !c.Traced && !t.split() {
		t.title += " so far"
		t.explain("Once the timeline has measured all frames, the scale has the range of their QPs.")
	}
	switch {
	case !t.split():
		t.quantiser("", &c.Frames[0], c.BlockScale)
	default:
		t.quantiser("A", &c.Frames[0], c.BlockScale)
		t.quantiser("B", &c.Frames[1], c.BesideScale)
	}
	t.skipped()
}

// skipped explains the fainter colours of skipped blocks, with the mean QP without them.
func (t *codecTexts) skipped() {
	var means []string
	some := false
	for i, name := range [...]string{"A ", "B "} {
		f := &t.of.Frames[i]
		if i == 1 && !t.of.Beside || !f.HasQP {
			continue
		}
		some = some || f.Types[partition.Skipped] > 0
		if !f.told(partition.Skipped) {
			continue // its mean has them
		}
		if !t.of.Beside {
			name = ""
		}
		if f.CodedQP.Known {
			means = append(means, name+strconv.FormatFloat(f.CodedQP.Value, 'f', 1, 64))
		}
	}
	if !some {
		return
	}
	text := "fainter: skipped blocks"
	if len(means) > 0 {
		text += "; mean of coded blocks " + strings.Join(means, ", ")
	}
	t.note(text)
	t.explain("Skipped blocks code no difference: their QP has no effect.")
}

// quantiser adds a scale of QPs with the mean of a frame.
func (t *codecTexts) quantiser(whose string, f *CodedFrame, scale BlockScale) {
	switch {
	case f.HasQP:
	case whose == "B": // which has no trace
		t.note("B: not known: FFmpeg does not report it for this codec")
		return
	case whose == "A":
		t.note("A: not known: the trace has no type QP")
		return
	default:
		t.note("not known: the trace has no type QP")
		return
	}
	if scale.Low == scale.High {
		t.ramps = append(t.ramps, ramp{whose: whose, flat: true, ticks: []overlay.Tick{{Part: 0, Name: "QP " + strconv.Itoa(scale.Low)}, {Part: 1, Name: "in all blocks"}}})
		return
	}
	place := func(f *CodedFrame) (float64, bool) { return overlay.QPPlace(f.QP, scale.Low, scale.High), f.HasQP }
	mean, marks := "mean "+strconv.FormatFloat(f.QP, 'f', 1, 64), []overlay.Tick(nil)
	switch at, _ := place(f); {
	case whose != "": // the lines of their frames have the numbers
		mean, marks = "mean", []overlay.Tick{{Part: at}}
	case t.of.Beside:
		mean, marks = "A, B: means", t.means(place)
	default:
		marks = t.means(place)
	}
	t.ramps = append(t.ramps, ramp{whose: whose, means: marks, ticks: []overlay.Tick{
		{Part: 0, Name: strconv.Itoa(scale.Low) + " fine"}, {Part: 0.5, Name: mean}, {Part: 1, Name: strconv.Itoa(scale.High) + " coarse"},
	}})
}

// types explains the colours of types, with the share of the pixels of each.
func (t *codecTexts) types() {
	c := &t.of
	t.title = "Type of blocks"
	a, b := &c.Frames[0], &c.Frames[1]
	if a.Types[partition.Unknown] == 1 {
		if c.Traced {
			t.note("not known: the trace has neither vectors nor a type SkipFlag")
		} else {
			t.note(t.whose + "not known: FFmpeg does not report it for this codec")
		}
		return
	}
	beside := c.Beside && b.typed()
	for _, kind := range [...]partition.Type{partition.Intra, partition.Inter, partition.Skipped, partition.Unknown} {
		if kind != partition.Unknown || a.Types[kind] > 0 {
			text := typeName(kind) + " " + a.part(kind)
			switch {
			case beside:
				text = typeName(kind) + "  A " + a.part(kind) + "  B " + b.part(kind)
			case a.HasRate && a.told(kind):
				text += " of area, " + quantity.Percent(a.Bits[kind]) + " of bits"
			}
			t.entries = append(t.entries, overlay.LegendEntry{Colour: overlay.TypeColour(kind), Name: text})
		}
	}
	if c.Traced {
		t.explain("A trace tells vectors and SkipFlag; other blocks are unknown.")
	}
	for i, whose := range [...]string{"A: ", "B: "} {
		switch f := &c.Frames[i]; {
		case f.told(partition.Skipped) || i == 1 && !beside || i == 0 && c.Traced:
		case beside:
			t.note(whose + "inter includes skip, which FFmpeg does not tell")
		default:
			t.explain("FFmpeg does not tell skipped blocks: they count as inter.")
		}
	}
}

// typeName returns a type's name with the letter that small blocks have.
func typeName(kind partition.Type) string {
	if letter := kind.Letter(); letter != "" {
		return letter + ": " + kind.String()
	}
	return kind.String()
}

// bits explains the colours of bits.
func (t *codecTexts) bits() {
	c := &t.of
	t.title = "Bits for 16×16 pixels, log scale"
	a, b := &c.Frames[0], &c.Frames[1]
	if a.HasRate || b.HasRate {
		low := ""
		if c.Low > 0 {
			low = "≤ "
		}
		scale := ramp{ticks: []overlay.Tick{{Part: 0, Name: low + strconv.Itoa(c.Low)}, {Part: 1, Name: "≥ " + quantity.Grouped(int64(c.High))}}}
		for _, bits := range overlay.BitsTicks(c.Low, c.High) {
			scale.ticks = append(scale.ticks, overlay.Tick{Part: overlay.BitsPlace(float64(bits), c.Low, c.High), Name: quantity.Grouped(int64(bits))})
		}
		scale.means = t.means(func(f *CodedFrame) (float64, bool) { return overlay.BitsPlace(f.Rate, c.Low, c.High), f.HasRate })
		t.ramps = append(t.ramps, scale)
	}
	switch {
	case a.HasRate:
		t.rates()
		t.explain("Zoomed in, blocks with at least the frame's mean have their number.")
	case c.Traced:
		t.note("not known: the trace has no type Bits")
	default:
		t.note(t.whose + "not known: FFmpeg reports bits only of whole frames of this codec; a trace with a type Bits has those of blocks (--trace)")
	}
}

// rates tells the mean bits of each frame, and how many of them intra blocks take.
func (t *codecTexts) rates() {
	for i := range t.of.Frames {
		f := &t.of.Frames[i]
		if i == 1 && !t.of.Beside || !f.HasRate {
			continue
		}
		text := "mean " + overlay.BitsText(f.Rate)
		if t.of.Beside || t.of.Second {
			text = [...]string{t.whose, "B: "}[i] + text
		}
		if f.typed() && f.told(partition.Intra) {
			text += "; intra " + quantity.Percent(f.Types[partition.Intra]) + " of area, " + quantity.Percent(f.Bits[partition.Intra]) + " of bits"
		}
		t.note(text)
	}
}

// vectors explains the lines of motion vectors: one of a round length in pixels, as it looks on the
// screen.
func (t *codecTexts) vectors() {
	c := &t.of
	switch {
	case !c.Motion:
	case c.Vectors == 0 && c.Directed:
	case c.Vectors == 0 && c.Frames[0].Type == 'I':
		t.note("an I frame has no motion vectors")
	case c.Vectors == 0:
		t.note("no motion vectors known of this frame")
	case c.Zoom > 0:
		const shown = 48 // longest, in pixels of the window
		times := max(c.Times, 1)
		zoom, leads := c.Zoom*float64(times), "to its source"
		t.vector = math.Exp2(math.Floor(math.Log2(shown / zoom)))
		t.line = t.vector * zoom
		t.length = strconv.FormatFloat(t.vector, 'g', 4, 64) + " px of motion"
		if times > 1 {
			scale := "×" + strconv.Itoa(times)
			t.length += ", " + scale
			leads = "in the direction of its source, " + scale + " as long as the motion"
		}
		t.explain("Motion vectors lead from a square in the block " + leads + "; dots are shorter than " + brief(overlay.ShortVector/zoom) + " px.")
		if c.TwoLists {
			t.explain("Those in reference list 1 end in a diamond.")
		}
		t.counts()
	}
	if c.Motion && c.Directed {
		t.explain("Dark lines with light edges: directions of intra prediction.")
	}
}

// counts tells how many vectors are drawn: of those with motion, the longest of each square.
func (t *codecTexts) counts() {
	c := &t.of
	text := quantity.Count(int64(c.Moving), "moving vector")
	if c.Drawn < c.Moving {
		text = quantity.Grouped(int64(c.Drawn)) + " of " + text
	}
	if still := c.Vectors - c.Moving; still > 0 {
		text += " (" + quantity.Grouped(int64(still)) + " more are 0)"
	}
	if c.Drawn < c.Moving {
		text += ": the longest in each square"
	}
	t.explain(text + ".")
}

// brief formats a number with two digits, or all before the point.
func brief(v float64) string {
	digits := 0
	for ; v > 0 && digits < 2 && v*math.Pow10(digits) < 9.5; digits++ {
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// seen returns a colour of blocks as it looks in the picture.
func (t *codecTexts) seen(c color.RGBA) color.RGBA {
	if t.of.Compared { // outlines
		return c
	}
	return overlay.FilledColour(c, t.of.Opacity, t.of.Motion)
}
