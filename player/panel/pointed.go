package panel

import (
	"fmt"
	"image"
	"math"
	"strings"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks/markstab"
	"ffkvadrat/player/widgets"
)

// ThumbnailSize is the longer side of a thumbnail in pixels at scale 1.
const ThumbnailSize = 176

// seeker is the position in the video as a line, in the bar and in the timeline: a click seeks, and
// a bubble describes the time under the mouse.
type seeker struct {
	*widgets.Kit
	facts   *Facts
	hover   hover
	Pointed []string // about the time under the mouse, in lines, in the last Build
}

// hover is the state of the mouse on the seek line and the timeline.
type hover struct {
	on        bool // over a time of the video
	at        time.Duration
	held      float32 // dragged position, −1 for none
	holding   float32 // the same, collected during this Build
	flagged   bool    // the press was on a mark's flag
	thumbnail *widgets.Bitmap
}

// scrub is an invisible widget along the video's time. A click or drag seeks; on the flag of a mark
// (−1 for none), it seeks to the mark. It returns the position to show, 0 to 1.
func (k *seeker) scrub(id string, at, size imgui.Vec2, status *Status, flag int) (part float32) {
	imgui.SetCursorScreenPos(at)
	imgui.InvisibleButton(id, size)
	duration := k.facts.Duration
	if duration <= 0 {
		return 0
	}
	part = float32(min(max(status.Time.Seconds()/duration.Seconds(), 0), 1))
	if k.hover.held >= 0 {
		part = k.hover.held
	}
	if imgui.IsItemActivated() {
		if k.hover.flagged = flag >= 0; k.hover.flagged {
			k.Do(command.With(command.ToMark, status.Marks[flag].Time))
		}
	}
	if imgui.IsItemActive() && !k.hover.flagged {
		part = min(max((imgui.CurrentIO().MousePos.X-at.X)/size.X, 0), 1)
		k.hover.holding = part
		moved := imgui.CurrentIO().MouseDelta.X != 0
		if moved || imgui.IsItemClicked() || imgui.IsItemActivated() {
			k.Do(command.With(command.SeekTo, time.Duration(float64(part)*float64(duration)).Seconds()))
		}
	}
	return part
}

// pointed describes the time or the flag under the mouse in a bubble over the picture, and marks it
// on the line.
func (k *seeker) pointed(at, size imgui.Vec2, status *Status, flag int) {
	s := k.Scale
	x := min(max(imgui.CurrentIO().MousePos.X, at.X), at.X+size.X)
	t := time.Duration(float64((x-at.X)/size.X) * float64(k.facts.Duration))
	k.Pointed = status.Timeline.describe(t)
	if flag >= 0 {
		m := &status.Marks[flag]
		x, t = k.along(at, size, transport.Seconds(m.Time)), transport.Seconds(m.Time)
		k.Pointed = markstab.Describe(m)
	}
	k.hover.on, k.hover.at = true, t
	draw := imgui.WindowDrawList()
	draw.AddRectFilled(imgui.NewVec2(x-s/2, at.Y), imgui.NewVec2(x+s/2, at.Y+size.Y), widgets.Packed(widgets.Bright))
	k.bubble(at, size, x, k.Pointed, status.Timeline.Thumbnail)
}

// bubble draws lines of text and a thumbnail above a position on the line.
func (k *seeker) bubble(at, size imgui.Vec2, x float32, lines []string, thumbnail *survey.Thumbnail) {
	s := k.Scale
	var picture image.Point
	if thumbnail != nil {
		if k.hover.thumbnail.Image != thumbnail.Image {
			k.hover.thumbnail.Show(thumbnail.Image)
		}
		picture = thumbnail.Image.Rect.Size()
	}
	font, row := widgets.SmallSize*s, 1.35*widgets.SmallSize*s
	imgui.PushFont(k.Regular, font)
	width := float32(picture.X)
	widths := make([]float32, len(lines))
	for i, line := range lines {
		widths[i] = imgui.CalcTextSize(line).X
		width = max(width, widths[i]+10*s)
	}
	imgui.PopFont()
	pad := 4 * s
	half := width/2 + pad
	middle := min(max(x, at.X-8*s+half), at.X+size.X+8*s-half)
	bottom := at.Y - 12*s
	if strip := k.Areas.Timeline; !strip.Empty() {
		bottom = float32(strip.Min.Y) - 2*s
	}
	top := bottom - 2*pad - row*float32(len(lines)) - float32(picture.Y)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(imgui.NewVec2(middle-half, top), imgui.NewVec2(middle+half, bottom), widgets.Packed(widgets.BubbleBed), 5*s, 0)
	y := top + pad
	if thumbnail != nil {
		low := imgui.NewVec2(float32(int(middle-float32(picture.X)/2)), float32(int(y)))
		draw.AddImage(k.hover.thumbnail.Ref, low, low.Add(imgui.NewVec2(float32(picture.X), float32(picture.Y))))
		y += float32(picture.Y)
	}
	for i, line := range lines {
		colour := widgets.Dim
		if i == 0 {
			colour = widgets.Bright
		}
		draw.AddTextFont(k.Regular, font, imgui.NewVec2(middle-widths[i]/2, y+(row-font)/2), widgets.Packed(colour), line)
		y += row
	}
}

// describe describes the frame at a time, in lines.
func (o *Timeline) describe(t time.Duration) []string {
	b, quads := o.at(t)
	counted := "this frame is not analysed"
	if quads != nil {
		n := float64(quads.Frames)
		counted = fmt.Sprintf("%s   %.1f %%", widgets.Count(int64(quads.Quads.Sum/n+0.5), o.thing()), 100*quads.Coverage.Sum/n)
		if b == nil {
			b = quads
		}
	}
	if b == nil {
		return []string{transport.FormatTime(t)}
	}
	if b.Frames > 1 {
		lines := []string{transport.FormatTime(t), counted + coded(b), "means of " + widgets.Count(int64(b.Frames), "frame")}
		return append(append(append(lines, lit(b)...), rebuilt(quads)...), informed(b)...)
	}
	facts := []string{transport.FormatTime(time.Duration(b.Start * float64(time.Second)))}
	if b.Index >= 0 {
		facts = append(facts, fmt.Sprintf("frame %d", b.Index+1))
	}
	if b.Type != '?' && b.Type != 0 {
		facts = append(facts, string(rune(b.Type)))
	}
	if b.KeyFrames > 0 {
		facts = append(facts, "key")
	}
	lines := []string{strings.Join(facts, "   "), counted + coded(b)}
	lines = append(append(append(lines, lit(b)...), rebuilt(quads)...), informed(b)...)
	if b.Damaged > 0 {
		lines = append(lines, "damaged")
	}
	return lines
}

// informed returns a line with the mean SI and TI of a bin, or none if both are unknown.
func informed(b *survey.Bin) []string {
	var words []string
	for _, part := range []struct {
		name string
		survey.Part
	}{{"SI", b.SI}, {"TI", b.TI}} {
		if part.N > 0 {
			words = append(words, fmt.Sprintf("%s %.3f", part.name, part.Mean()))
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []string{strings.Join(words, "   ")}
}

// lit returns a line with a bin's mean luma and its 1st and 99th percentiles, or none if unknown.
func lit(b *survey.Bin) []string {
	l := &b.Luma
	if l.N == 0 {
		return nil
	}
	return []string{fmt.Sprintf("luma %.1f %%   %.0f to %.0f %%", widgets.Fixed(100*l.Sum/float64(l.N), 1), widgets.Fixed(100*l.Low, 0), widgets.Fixed(100*l.High, 0))}
}

// rebuilt returns a line with the PSNR of a bin's reconstruction, or none if it was not measured.
func rebuilt(b *survey.Bin) []string {
	if b == nil || b.PSNR.N == 0 {
		return nil
	}
	line := "PSNR " + infinity + " dB: equal"
	if ratio := survey.Decibels(b.PSNR); !math.IsInf(ratio, 1) {
		line = fmt.Sprintf("PSNR %.2f dB", ratio)
	}
	if b.SSIM.N > 0 {
		line += fmt.Sprintf("   SSIM %.4f", b.SSIM.Mean())
	}
	return []string{line}
}

// coded returns the mean bytes of a bin's frames, to follow other values; empty if unknown.
func coded(b *survey.Bin) string {
	if b.Bytes.Sum == 0 {
		return ""
	}
	return "   " + widgets.Bytes(b.Bytes.Sum/float64(b.Frames))
}

// along returns the position of a time on the seek line.
func (k *seeker) along(at, size imgui.Vec2, t time.Duration) float32 {
	part := t.Seconds() / k.facts.Duration.Seconds()
	return at.X + float32(min(max(part, 0), 1))*size.X
}

// margins returns the widths left and right of chart and seek line.
func (k *seeker) margins() (left, right float32) {
	s := k.Scale
	left, right = plainMargin, plainMargin
	if r := k.Areas.Timeline; !r.Empty() {
		left = axisMargin
		if float32(r.Dx()) >= twoAxes*s {
			right = axisMargin
		}
	}
	return float32(int(left * s)), float32(int(right * s))
}

// axis returns the extent of the video's time, the same in timeline and bar.
func (k *seeker) axis(r image.Rectangle) (start, width float32) {
	left, right := k.margins()
	return float32(r.Min.X) + left, max(float32(r.Dx())-left-right, 1)
}
