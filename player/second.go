package player

import (
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/edges"
	"ffkvadrat/measure/fit"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// secondVideo shows a second video alongside the playing one and compares the two. It implements
// scene.Second.
type secondVideo struct {
	*core
	path   string
	tip    string        // of the button that shows it
	unfit  string        // why that of Config.Second is not shown; else empty
	video  *second.Video // nil for none
	faults decode.Faults // of a closed video
	search second.Search
	by     align.Rule            // that alignment by contents has replaced
	kept   map[string]keptSecond // second videos of those that were left in this run, by path
	area   struct {              // one of the worst areas that was chosen
		at            float64 // seconds after the first frame
		part          image.Rectangle
		quads, blocks bool // were over the picture, and are hidden since
	}
}

// keptSecond is a second video and how it was aligned.
type keptSecond struct {
	path  string
	align align.Rule
}

// patience is how long a paused frame waits for that of the second video, so that a step shows both
// at once. During playback nothing waits; the last frame stays until the next one is decoded.
const patience = 100 * time.Millisecond

// params returns the parameters of the comparison: the current ones if they find edges, else the
// default ones. They do not follow a threshold that changes with every frame, nor one that is dragged, until the mouse button is
// released: each change begins the comparison again.
func (b *secondVideo) params() analysis.Params {
	params := b.settings.Params
	switch before, ok := b.search.Params(); {
	case ok && (b.settings.EachFrame || b.input.pointer.held):
		return before
	case edges.Check(params) != nil || params.Needs().Before:
		return analysis.Params{Threshold: analysis.DefaultThreshold}
	}
	return params
}

// findWorst compares the videos while the list of the worst frames, or a curve of the second video, is visible. It does not
// begin with a threshold that may still change.
func (b *secondVideo) findWorst(unsettled bool) {
	b.timeline.SetSecond(b.search.Over)
	if b.video == nil || (!b.settings.Panel || b.settings.Tab != session.Marks) && !(b.settings.ShownCurves().Second() && b.status.Timeline.Shown) {
		return
	}
	if unsettled {
		b.search.Wait(b.path, "waiting for Auto's threshold of the whole video")
		return
	}
	c := second.Comparison{Reference: b.shown.video.Path, Encode: b.path, Stream: b.shown.video.Info.Stream, Align: b.settings.Align, Params: b.params(), Coded: b.cfg.Coded}
	b.search.Update(b.pictured(), c, func(update func()) {
		b.inbox.post(func() {
			update()
			b.redraw.again()
		})
	})
}

// showArea seeks to the frame of an area, and shows the area in the middle of the window, enlarged: in a wipe, the divider goes through
// its middle. Without an area it shows the whole frame.
func (b *secondVideo) showArea(c command.Command) {
	b.play.SeekTo(c.Number)
	if c.Text == "" {
		b.cover()
		b.area.part = image.Rectangle{}
		b.scene.Camera.Fit()
		return
	}
	var x, y, width, height int
	if _, err := fmt.Sscan(c.Text, &x, &y, &width, &height); err != nil {
		return // nobody makes such a command
	}
	b.play.Pause(true)
	b.uncover()
	b.area.at, b.area.part = c.Number, image.Rect(x, y, x+width, y+height)
	b.scene.LookAt(b.area.part)
	b.locate()
	b.scene.Show(true)
	if _, on := b.scene.Place.Divider(); on {
		shown := b.scene.Place.View.Cover(b.area.part)
		b.scene.MoveDivider(float64(shown.Min.X+shown.Max.X) / 2)
	}
	b.locate()
}

// uncover hides quads and blocks, which would hide the area.
func (b *secondVideo) uncover() {
	s, area := &b.settings, &b.area
	area.quads, area.blocks = area.quads || s.Overlay, area.blocks || s.Codec
	s.Overlay, s.Codec = false, false
}

// cover shows what uncover has hidden.
func (b *secondVideo) cover() {
	s, area := &b.settings, &b.area
	s.Overlay, s.Codec = s.Overlay || area.quads, s.Codec || area.blocks
	area.quads, area.blocks = false, false
}

// chosen returns the chosen area while its frame is shown; empty for none.
func (b *secondVideo) chosen() image.Rectangle {
	f := b.play.Frame()
	if f == nil || b.video == nil || math.Abs(f.Time-b.play.Video().Info.Start-b.area.at) > 1e-3 {
		return image.Rectangle{}
	}
	return b.area.part
}

// marked returns where the sides have the chosen area; empty for none.
func (b *secondVideo) marked() (places [2]image.Rectangle) {
	part := b.chosen()
	if part.Empty() {
		return places
	}
	at := &b.scene.Place
	for i := range at.Sides[:at.N] {
		places[i] = at.Cover(&at.Sides[i], part)
	}
	return places
}

// open opens a second video for the one that begins.
func (b *secondVideo) open(path string) error {
	came := func() {
		b.scene.Renew()
		b.redraw.again()
	}
	played := b.play.Video()
	o := second.Options{Needs: b.cfg.Settings.Needs(), Path: played.Path, Reference: played.Info, Align: b.settings.Align, Scale: b.cfg.Scale, Coded: b.cfg.Coded}
	video, err := second.Open(b.pictured(), path, o, func() { b.inbox.post(came) })
	if err != nil {
		return fmt.Errorf("player: %w", err)
	}
	b.path, b.video, b.tip, b.settings.Second = path, video, "Show or hide "+describe.Name(path), true
	return nil
}

// openFirst opens the second video of the configuration. One that does not fit the playing one is not shown, which
// is said in the window.
func (b *secondVideo) openFirst(path string) error {
	err := b.open(path)
	if b.unfit = unfit(path, err); b.unfit != "" {
		b.cfg.Warn(b.unfit)
		return nil
	}
	return err
}

// refuse says why a second video is not shown.
func (b *secondVideo) refuse(path string, err error) {
	text := unfit(path, err)
	if text == "" {
		b.complain(err)
		return
	}
	b.cfg.Warn(text)
	b.say(text)
}

// unfit says why a second video that was opened does not fit the playing one; empty for other errors.
func unfit(path string, err error) string {
	var shape *fit.ShapeError
	var size *fit.MismatchError
	text := "B is not shown: the pictures of " + describe.Name(path) + " are "
	switch {
	case errors.As(err, &shape):
		return text + shape.What + ", those of A " + shape.Wanted + ": their display aspect ratios differ"
	case errors.As(err, &size):
		return text + size.What + ", a comparison needs " + size.Wanted + "; --scale converts them"
	}
	return ""
}

// with opens a second video for the playing one, in place of another, and shows it. The window has no switch for
// converting pictures to the playing video's size: they are.
func (b *secondVideo) with(path string) {
	b.leave()
	b.cfg.Scale, b.settings.Align = true, align.Rule{}
	if err := b.open(path); err != nil {
		b.refuse(path, err)
		return
	}
	b.settings.Align = b.keptAlignment()
	b.show()
}

// reportsBlocks reports whether there is a second video whose blocks are known.
func (b *secondVideo) reportsBlocks() bool {
	if b.video == nil {
		return false
	}
	info := b.video.Info()
	return info.ExportsBlocks()
}

// remember keeps the second video of one that is left.
func (b *secondVideo) remember(of string) {
	if b.video == nil {
		return
	}
	if b.kept == nil {
		b.kept = map[string]keptSecond{}
	}
	b.kept[of] = keptSecond{b.path, b.settings.Align}
}

// recall opens the second video that the playing one had when it was left.
func (b *secondVideo) recall(of string) {
	had, ok := b.kept[of]
	if !ok {
		return
	}
	delete(b.kept, of)
	if b.with(had.path); b.video != nil {
		b.settings.Align = had.align
	}
}

// show shows the second video as B.
func (b *secondVideo) show() {
	b.scene.SetSecond(b)
	b.apply(b.scene.ToggleWipe(b.settings.Choices))
}

// dismiss closes the second video for the user.
func (b *secondVideo) dismiss(command.Command) {
	if b.video == nil {
		b.say(noSecond)
		return
	}
	b.leave()
	b.settings.Align = align.Rule{}
	b.say("One video")
}

// showWorst shows the list of the worst frames and areas.
func (b *secondVideo) showWorst(command.Command) {
	if b.video == nil {
		b.say(noSecond)
		return
	}
	b.settings.Tab, b.settings.Panel = session.Marks, true
	b.panel.LookFor("align") // at the top of the list
}

// leave closes the second video, as when another video plays, and keeps how it was aligned. Colours that need it are
// those of sizes again.
func (b *secondVideo) leave() {
	if b.cover(); b.video != nil {
		b.keepAlignment()
		b.scene.SetSecond(nil)
		b.close()
		if b.settings.Colour.NeedsSecond() {
			b.settings.SetColour(overlay.ByLevel)
		}
	}
}

func (b *secondVideo) close() {
	b.search.Close()
	if b.video != nil {
		b.faults = b.video.Faults()
		b.video.Close()
		b.video, b.tip, b.area.part, b.settings.Second = nil, "", image.Rectangle{}, false
	}
}

// follow changes what the second video's frames must include, and how they are matched.
func (b *secondVideo) follow(n yuv.Needs) {
	if b.video != nil {
		b.video.Need(n)
		b.video.SetAlign(b.settings.Align)
	}
}

// report adds the second video's faults to a map, which may be nil, and returns the map.
func (b *secondVideo) report(to map[string]decode.Faults) map[string]decode.Faults {
	if b.video != nil {
		b.faults = b.video.Faults()
	}
	if b.faults.Any() {
		if to == nil {
			to = map[string]decode.Faults{}
		}
		to[b.path] = b.faults
	}
	return to
}

// Match implements scene.Second.
func (b *secondVideo) Match(f *decode.Frame) (frame *decode.Frame, known bool, err error) {
	wait := time.Duration(0)
	if b.play.Paused() {
		wait = patience
	}
	b.video.Match(fit.KindOf(f))
	return b.video.Frame(f.Time-b.play.Video().Info.Start, f.Duration, wait)
}

// near returns a frame of the playing or the second video: away frames after another one, if it is cached. The caller must
// release it.
func (b *secondVideo) near(of *decode.Frame, away int64) *decode.Frame {
	switch {
	case of == b.play.Frame():
		return b.play.Near(away)
	case b.video == nil:
		return nil
	}
	return b.video.Near(of, away)
}

// whenShown returns the time of the playing video's frame that shows a frame of the second one: away frames after the current one.
func (b *secondVideo) whenShown(of *decode.Frame, away int64) (at float64, ok bool) {
	f := b.play.Frame()
	if b.video == nil || f == nil {
		return 0, false
	}
	return b.video.Reference(f.Time-b.play.Video().Info.Start, of, away)
}

// span returns the times between which the second video has frames; both 0 if nobody knows.
func (b *secondVideo) span() (ends [2]float64) {
	if b.video == nil {
		return ends
	}
	if from, to, known := b.video.Span(); known {
		ends = [2]float64{from, to}
	}
	return ends
}

// coded describes how a side's frame was coded, with its QPs if the codec's blocks are drawn.
func (b *secondVideo) coded(side int) string {
	shown := &b.scene.Place.Sides[side]
	f := shown.Frame(b.play.Frame())
	made, mean, known := b.scene.Blocks(shown)
	blocks := shown.Settings.Blocks()
	if f == nil {
		return ""
	}
	if !blocks || made == nil {
		made, mean, known = nil, 0, false
	}
	coded := codedFrame(f, made, mean, known)
	text := coded.Text()
	if blocks && made == nil {
		text = strings.TrimLeft(text+"   no codec blocks known", " ")
	}
	return text
}

// psnr returns the PSNR of B's frame and what it is of; empty if the videos were not compared so far.
func (b *secondVideo) psnr() (name, value string) {
	if b.search.Over == nil {
		return "", ""
	}
	bin, ok := b.search.Over.At(b.status.Time.Seconds())
	if !ok || bin.PSNR.N != 1 { // of several frames in a long video
		return "", ""
	}
	name = "PSNR " + b.play.Frame().Picture.Format.Model.Letters()
	if math.IsInf(bin.PSNR.Low, 1) {
		return "", "the same picture"
	}
	return name, fmt.Sprintf("%.2f dB", bin.PSNR.Low)
}

// names returns the texts of a side, if a second video is B: its name and codec; its quads, unless the codec's blocks replace
// them, and how its frame was coded; and B's PSNR.
func (b *secondVideo) names(side, quads int) (name, count string) {
	is, has, late := b.scene.Place.Sides[1].Second()
	shown := &b.scene.Place.Sides[side]
	coded := b.coded(side)
	if count = coded; *shown.Settings.Quads() {
		count = quantity.Count(int64(quads), shown.Layer.Thing()) + "   " + count
	}
	switch {
	case !is:
		return "", ""
	case side == 0:
		return "A   " + b.facts.Name + "   " + b.play.Video().Info.Codec, count
	case late:
		if count = b.waits(); count == "" {
			count = "not decoded yet"
		}
	case !has && b.settings.Align.Steps():
		count = "no such frame in B"
	case !has:
		count = "no frame at this time"
	case b.scene.Errors() && *shown.Settings.Quads():
		count = strings.TrimLeft(coded+"   its error under the quads of A", " ")
	default:
		if m, same, ok := b.scene.Measured(); ok {
			count = fmt.Sprintf("lost edges %s, invented %s, IoU %.3f at threshold %.4f", quantity.Grouped(int64(len(m.Lost.Quads))), quantity.Grouped(int64(len(m.Invented.Quads))), m.IoU(), b.scene.Applied.Threshold)
			switch {
			case same && math.IsInf(m.PSNR(), 1):
				count += "\npicture: the same"
			case same:
				count += "\npicture: "
				if similar, has := m.SSIM(); has {
					count += fmt.Sprintf("SSIM all %.4f, ", similar)
				}
				count += fmt.Sprintf("PSNR %s %.2f dB", b.play.Frame().Picture.Format.Model.Letters(), m.PSNR())
			}
		} else if name, psnr := b.psnr(); psnr != "" {
			count += "   " + strings.TrimSpace(name+" "+psnr)
		}
	}
	return b.name(), count
}

// name returns the second video's name and codec, with what its pictures are not as they are coded in.
func (b *secondVideo) name() string {
	own, played := b.video.Info(), &b.play.Video().Info
	name := "B   " + describe.Name(b.path)
	if offset := b.offset(); offset != 0 {
		name = fmt.Sprintf("B %+d   %s", offset, describe.Name(b.path))
	}
	name += "   " + own.Codec
	if b.cfg.Scale && own.Width*own.Height != played.Width*played.Height {
		name += fmt.Sprintf("   scaled from %d×%d", own.Width, own.Height)
	}
	return name
}

// both names the two videos that the picture is made of, says how much they differ, and in which plane; empty for a picture of one.
func (b *secondVideo) both() (text, plane string) {
	c, _ := b.scene.Both()
	if c == nil || b.video == nil {
		return "", ""
	}
	size, sign := "the same", "−"
	plane, psnr := c.Compared()
	if !math.IsInf(psnr, 1) {
		size = fmt.Sprintf("PSNR %s %.2f dB", plane, psnr)
	}
	if b.settings.View == views.BlockPSNR {
		sign = "and"
	}
	return "A   " + b.facts.Name + "   " + sign + "   " + b.name() + "   " + size, plane
}
