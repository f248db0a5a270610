package panel

import (
	"image"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// belowMessages is the height at scale 1 that messages have at the picture's top.
const belowMessages = 46

// inspectorHeight is the height of n lines above the picture's lower edge, at scale 1.
func inspectorHeight(lines int) float32 { return 1.4*widgets.SmallSize*float32(lines) + 18 }

// inspected returns the lines about the pixel under the pointer that the picture shows: of quads alone the samples,
// which are in the first lines, the heads, and the quad, which is in the last, else those for which it has room: they cover at most an eighth of it. The tab Pixel
// has all. A line that is wider than the picture continues in the next one.
func (o *overPicture) inspected(picture image.Rectangle, lines []string, heads int, settings *session.Settings) []string {
	const most = 8
	heads = max(heads, 1)
	if n := len(lines); n > heads+1 && settings.View == views.Video && !settings.Codec {
		o.few = append(append(o.few[:0], lines[:heads]...), lines[n-1])
		lines = o.few
	}
	lines = o.folded(lines, float32(picture.Dx())-48*o.Scale)
	for n := len(lines); n > 1; n-- {
		if wide := o.widest(lines[:n]) + 24*o.Scale; most*wide*inspectorHeight(n)*o.Scale <= float32(picture.Dx()*picture.Dy()) {
			return lines[:n]
		}
	}
	return lines[:min(len(lines), 1)]
}

// folded breaks lines that are too wide where they have three spaces. It reuses its memory.
func (o *overPicture) folded(lines []string, room float32) []string {
	o.lines = o.lines[:0]
	for _, line := range lines {
		for o.TextWidth(widgets.SmallSize*o.Scale, line) > room {
			at := strings.LastIndex(line, wideSpace)
			for at > 0 && o.TextWidth(widgets.SmallSize*o.Scale, line[:at]) > room {
				at = strings.LastIndex(line[:at], wideSpace)
			}
			if at <= 0 {
				imgui.PushFont(o.Regular, widgets.SmallSize*o.Scale)
				line = widgets.Fitted(line, room)
				imgui.PopFont()
				break
			}
			o.lines = append(o.lines, line[:at])
			line = line[at+len(wideSpace):]
		}
		o.lines = append(o.lines, line)
	}
	return o.lines
}

// wideSpace is between the parts of a line.
const wideSpace = "   "

// widest returns the width of the widest line.
func (o *overPicture) widest(lines []string) (width float32) {
	for _, line := range lines {
		width = max(width, o.TextWidth(widgets.SmallSize*o.Scale, line))
	}
	return width
}

// inspector describes the pixel under the pointer in a corner of the picture, above the start page. It
// returns its place: the lower left corner, or the first of the lower right and the upper left one that
// hides less.
func (o *overPicture) inspector(picture image.Rectangle, lines []string, pointed image.Point, status *Status) (place image.Rectangle) {
	if len(lines) == 0 {
		return place
	}
	s := o.Scale
	row := 1.4 * widgets.SmallSize * s
	size := imgui.NewVec2(o.widest(lines)+24*s, row*float32(len(lines))+12*s)
	place = o.emptiest(picture, size, pointed, status)
	o.boxes, o.w.Inspector = append(o.boxes, place), place
	low, high := widgets.Corners(place)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	for i, line := range lines {
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, low.Add(imgui.NewVec2(12*s, 6*s+float32(i)*row)), widgets.Packed(o.Bright), line)
	}
	return place
}

// emptiest returns the place of a size in the corner of the picture that hides least of what is looked at.
func (o *overPicture) emptiest(picture image.Rectangle, size imgui.Vec2, pointed image.Point, status *Status) (best image.Rectangle) {
	s := o.Scale
	least, margin := -1, int(8*s)
	corners := [...]image.Point{{0, 1}, {1, 1}, {0, 0}} // right, down
	n := len(corners)
	if status.Information.Shown {
		n-- // the card is in the upper left one
	}
	for _, c := range corners[:n] {
		in := o.corner(picture.Inset(margin), size, c, status)
		at := o.boxes.clear(in, int(legendGap*s), c.Y > 0)
		hidden := 0
		switch {
		case !at.In(picture) || o.boxes.over(at):
			hidden = 16
		case at != in: // a box has the corner
			hidden = 1
		}
		for cost, of := range [...]image.Rectangle{
			2: o.outlined(status.Outlines, false), 4: o.outlined(status.Outlines, true),
			8: image.Rectangle{pointed, pointed.Add(image.Pt(1, 1))}.Inset(-2 * margin),
		} {
			if of.Overlaps(at) {
				hidden += cost
			}
		}
		if least < 0 || hidden < least {
			best, least = at, hidden
		}
	}
	return best
}

// corner returns the place of a size in a corner, without what is there already.
func (o *overPicture) corner(in image.Rectangle, size imgui.Vec2, c image.Point, status *Status) image.Rectangle {
	wide, high := int(size.X+0.5), int(size.Y+0.5)
	top := max(in.Min.Y, int(status.Wipe.end())) + int(belowMessages*o.Scale)
	low := image.Pt(in.Min.X+c.X*(in.Dx()-wide), in.Max.Y-high)
	if c.Y == 0 {
		low.Y = top
	}
	at := image.Rectangle{low, low.Add(image.Pt(wide, high))}
	if hint := o.start.Widgets.Hint; !hint.Empty() && at.Overlaps(hint.Inset(-int(4*o.Scale))) {
		at = at.Sub(image.Pt(0, at.Max.Y-hint.Min.Y+int(6*o.Scale)))
	}
	return at
}

// outlined returns the bounds of the outlines at the pin, or at the pointer.
func (o *overPicture) outlined(all []Outline, pinned bool) (bounds image.Rectangle) {
	for i := range all {
		if all[i].Pinned == pinned {
			bounds = bounds.Union(all[i].Place)
		}
	}
	return bounds
}
