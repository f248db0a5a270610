package timelinestrip

import (
	"image"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// ThumbnailSize is the longer side of a thumbnail in pixels at scale 1.
const ThumbnailSize = 176

// SeekLine is the position in the video as a line, which the bar and the timeline share: a click
// seeks, and a bubble describes the time under the mouse.
type SeekLine struct {
	Duration time.Duration   // of the video, 0 if unknown
	Avoid    image.Rectangle // part of the picture that the bubble does not cover if there is room elsewhere
	Pointed  []string        // about the time under the mouse, in lines, in the last Build
	OnEdge   bool            // the mouse is on the timeline's upper edge or drags it
	OnHandle bool            // the mouse is on what it can drag sideways, as the handle of an end of the export, or drags it
	OnSpot   bool            // a click does what the mark under the mouse says

	kit       *widgets.Kit
	on        bool          // the mouse is over a time of the video
	at        time.Duration // that time
	held      float64       // dragged time in seconds, −1 for none
	holding   float64       // the same, collected during this Build
	spotted   bool          // the press was on a spot, and no drag has left that
	frees     bool          // a drag may
	pans      bool          // a press does not seek
	pressed   float32       // column of the press
	sides     [2]float32    // widths left and right of it at scale 1, while the timeline is visible
	kinds     bool          // the timeline has bars for the types of frames
	thumbnail *widgets.Bitmap
	bubble    bubble
}

// bubble describes the time under the mouse, above a position on the line. DrawBubble draws it.
type bubble struct {
	line    Axis // of no size: there is no bubble
	x       float32
	lines   []string
	picture *survey.Thumbnail
}

// NewSeekLine returns a line that shows thumbnails in a bitmap.
func NewSeekLine(kit *widgets.Kit, thumbnail *widgets.Bitmap) *SeekLine {
	return &SeekLine{kit: kit, holding: -1, thumbnail: thumbnail}
}

// Begin starts a Build.
func (k *SeekLine) Begin() {
	k.Pointed, k.OnEdge, k.OnHandle, k.OnSpot, k.on, k.held, k.holding = nil, false, false, false, false, k.holding, -1
	k.bubble = bubble{}
}

// PointedAt returns the time in the video under the mouse, if any.
func (k *SeekLine) PointedAt() (t time.Duration, ok bool) { return k.at, k.on }

// spot is a place on the line with a description and a command of its own.
type spot struct {
	at    time.Duration
	lines []string
	do    command.Command
	frees bool // a drag from it moves the position
}

// Scrub is an invisible widget along an axis. A click or drag seeks; a press on a spot (nil for
// none) runs its command. It returns the time to show, in seconds.
func (k *SeekLine) Scrub(id string, a Axis, now time.Duration, on *spot) (t float64) {
	imgui.SetCursorScreenPos(a.At)
	imgui.InvisibleButtonV(id, a.Size, 0)
	if k.Duration <= 0 {
		return 0
	}
	t = min(max(now.Seconds(), 0), k.Duration.Seconds())
	if k.held >= 0 {
		t = k.held
	}
	if imgui.IsItemActivated() {
		if k.spotted = on != nil || k.pans; k.pans {
			k.frees = false
		} else if k.spotted {
			k.frees, k.pressed = on.frees, imgui.CurrentIO().MousePos.X
			k.kit.Do(on.do)
		}
	}
	if apart := imgui.CurrentIO().MousePos.X - k.pressed; k.frees && max(apart, -apart) > snapReach*k.kit.Scale {
		k.spotted = false
	}
	if imgui.IsItemActive() && !k.spotted {
		t = a.Time(imgui.CurrentIO().MousePos.X)
		k.holding = t
		moved := imgui.CurrentIO().MouseDelta.X != 0
		if moved || imgui.IsItemClicked() || imgui.IsItemActivated() {
			k.kit.Do(command.With(command.SeekTo, t))
		}
	}
	return t
}

// Point describes the time or the spot under the mouse in the bubble, and marks it on the line.
func (k *SeekLine) Point(a Axis, status *timeline.Status, shown session.Curves, on *spot) {
	s := k.kit.Scale
	x := min(max(imgui.CurrentIO().MousePos.X, a.At.X), a.At.X+a.Size.X)
	t := transport.Seconds(a.Time(x))
	k.Pointed = describe(status, t, shown)
	if on != nil {
		t, k.OnSpot = on.at, !on.frees
		x, k.Pointed = a.Near(t.Seconds()), on.lines
	}
	k.on, k.at = true, t
	draw := imgui.WindowDrawList()
	draw.AddRectFilled(imgui.NewVec2(x-s/2, a.At.Y), imgui.NewVec2(x+s/2, a.At.Y+a.Size.Y), widgets.Packed(k.kit.Bright))
	k.bubble = bubble{a, x, k.Pointed, status.Thumbnail}
}

// DrawBubble draws what Point describes, over what is drawn over the picture so far: lines of text, a thumbnail and the legend of
// types above a position on the line, and above the timeline, so that it hides neither curves nor the mouse. With too little room
// above, the thumbnail shrinks.
func (k *SeekLine) DrawBubble() {
	a, x, lines, thumbnail := k.bubble.line, k.bubble.x, k.bubble.lines, k.bubble.picture
	if a.Size.X == 0 {
		return
	}
	s := k.kit.Scale
	font, row, pad := widgets.SmallSize*s, 1.35*widgets.SmallSize*s, 4*s
	bottom, legend := a.At.Y-12*s, float32(0) // and the height of that of types
	if strip := k.kit.Areas.Timeline; !strip.Empty() {
		if bottom = float32(strip.Min.Y) - 2*s; k.kinds {
			legend = row
		}
	}
	text := row*float32(len(lines)) + legend
	var picture image.Point
	if thumbnail != nil {
		if thumbnail.Image != nil && k.thumbnail.Image != thumbnail.Image {
			k.thumbnail.Show(thumbnail.Image)
		}
		picture = shrunk(thumbnail.Size, int(bottom-2*pad-text))
	}
	imgui.PushFont(k.kit.Regular, font)
	width := float32(picture.X)
	widths := make([]float32, len(lines))
	for i, line := range lines {
		widths[i] = imgui.CalcTextSize(line).X
		width = max(width, widths[i]+10*s)
	}
	imgui.PopFont()
	half := width/2 + pad
	middle := min(max(x, a.At.X-8*s+half), a.At.X+a.Size.X+8*s-half)
	top := bottom - 2*pad - text - float32(picture.Y)
	box := image.Rect(int(middle-half), int(top), int(middle+half), int(bottom))
	by := away(box, k.Avoid, image.Rect(int(a.At.X-8*s), 0, int(a.At.X+a.Size.X+8*s), int(bottom)))
	middle, top, bottom = middle+float32(by.X), top+float32(by.Y), bottom+float32(by.Y)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(imgui.NewVec2(middle-half, top), imgui.NewVec2(middle+half, bottom), widgets.Packed(k.kit.Bed), 5*s, 0)
	y := top + pad
	if picture.Y > 0 {
		low := imgui.NewVec2(float32(int(middle-float32(picture.X)/2)), float32(int(y)))
		if end := low.Add(imgui.NewVec2(float32(picture.X), float32(picture.Y))); thumbnail.Image != nil {
			draw.AddImage(k.thumbnail.Ref, low, end)
		} else {
			draw.AddRectFilled(low, end, widgets.Packed(k.kit.Raised)) // until it is made
		}
		y += float32(picture.Y)
	}
	for i, line := range lines {
		colour := k.kit.Dim
		if i == 0 {
			colour = k.kit.Bright
		}
		draw.AddTextFont(k.kit.Regular, font, imgui.NewVec2(middle-widths[i]/2, y+(row-font)/2), widgets.Packed(colour), line)
		y += row
	}
	if legend > 0 {
		k.kindRow(draw, middle, y+(row-font)/2, font)
	}
}

// away returns by how much to move a box off what it is to avoid: above it, or else next to it, inside of
// a room. It is zero if the box does not cover that, or if there is no room.
func away(box, avoid, room image.Rectangle) (by image.Point) {
	if !box.Overlaps(avoid) {
		return by
	}
	for _, by = range [...]image.Point{{Y: avoid.Min.Y - box.Max.Y}, {X: avoid.Max.X - box.Min.X}, {X: avoid.Min.X - box.Max.X}} {
		if box.Add(by).In(room) {
			return by
		}
	}
	return image.Point{}
}

// shrunk returns the size of a picture in a height; zero if it would be tiny.
func shrunk(size image.Point, height int) image.Point {
	switch {
	case size.Y <= height:
		return size
	case 3*height < size.Y:
		return image.Point{}
	}
	return image.Pt(size.X*height/size.Y, height)
}

// Whole returns the axis of the whole video along a box.
func (k *SeekLine) Whole(at, size imgui.Vec2) Axis {
	return Axis{at, size, period{until: k.Duration.Seconds()}}
}

// margins returns the widths left and right of chart and seek line.
func (k *SeekLine) margins() (left, right float32) {
	s := k.kit.Scale
	left, right = Margin, Margin
	if !k.kit.Areas.Timeline.Empty() {
		left, right = k.sides[0], k.sides[1]
	}
	return float32(int(left * s)), float32(int(right * s))
}

// Extent returns where the axes of timeline and bar are.
func (k *SeekLine) Extent(r image.Rectangle) (start, width float32) {
	left, right := k.margins()
	return float32(r.Min.X) + left, max(float32(r.Dx())-left-right, 1)
}
