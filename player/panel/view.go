package panel

import (
	"image"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// seeksView shows the view that has the sought setting.
func (u *tuneTab) seeksView(settings *session.Settings) {
	switch {
	case u.LooksFor("level"):
		settings.View = views.Pyramid
	case u.LooksFor("fill"):
		settings.View = views.Reconstruction
	case u.LooksFor("gain"):
		settings.View = views.Difference
	case u.LooksFor("map_for"), u.LooksFor("strength"):
		settings.View = views.Map
	}
}

// view has the list of views, and the settings of the selected view: level, fill, map, or gain.
func (u *tuneTab) view(settings *session.Settings, top int) {
	s := u.Scale
	u.seeksView(settings)
	if u.roomy {
		u.SectionRow(viewSetting, settings)
	} else {
		u.Row(viewSetting, settings)
	}
	chosen, width := widgets.ChosenWord(viewSetting, settings), float32(-1)
	switch {
	case settings.View == views.Difference:
		width = 112 * s
	case settings.View.Rebuilds(): // as wide as its name, unless the fill needs the room
		width = max(min(widgets.ClosedWidth(chosen)+s, imgui.ContentRegionAvail().X-(8+86)*s), 86*s)
	case settings.View == views.Pyramid || settings.View == views.Map:
		width = 86 * s
	}
	u.w.View = u.PicturedList(&u.pictures.views, viewSetting, chosen, width, settings, u.w.Views[:])
	if settings.View.Rebuilds() {
		imgui.SameLineV(0, 8*s)
		u.w.Fill = u.List(fillSetting, widgets.ChosenWord(fillSetting, settings), -1, settings, u.w.Fills[:])
	}
	if settings.View == views.Difference {
		imgui.SameLineV(0, 8*s)
		u.w.Gain = u.List(gainSetting, widgets.ChosenWord(gainSetting, settings), -1, settings, u.w.Gains[:])
	}
	if settings.View == views.Map {
		imgui.SameLineV(0, 8*s)
		u.w.MapFor = u.List(mapForSetting, widgets.ChosenWord(mapForSetting, settings), -1, settings, u.w.MapForms[:])
		u.strength(settings)
	}
	if settings.View != views.Pyramid {
		return
	}
	settings.Level = min(settings.Level, top)
	imgui.SameLineV(0, 8*s)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	if u.Button("finer", at.X, at.Y, side, u.DrawMinus) {
		settings.Level = max(settings.Level-1, 0)
	}
	u.w.Finer = widgets.Item()
	u.AddSettingTip(levelSetting)
	imgui.SameLineV(0, 0)
	end := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	if u.Button("coarser", end-side, at.Y, side, u.DrawPlus) {
		settings.Level = min(settings.Level+1, top)
	}
	u.w.Coarser = widgets.Item()
	u.AddSettingTip(levelSetting)
	text := "level " + strconv.Itoa(settings.Level)
	size := imgui.CalcTextSize(text)
	middle := (at.X + side + end - side) / 2
	imgui.WindowDrawList().AddText(imgui.NewVec2(middle-size.X/2, at.Y+(side-size.Y)/2), widgets.Packed(u.Bright), text)
}

// ViewHint says how to handle a view and how to leave it.
func ViewHint(v views.View) string {
	switch {
	case v == views.Difference:
		return "z: both videos"
	case v.NeedsSecond():
		return "w: both videos   z: difference"
	case v.InSpace():
		return "drag: turn   wheel: zoom   v: next view   Esc: picture"
	}
	return "v: next view   Esc: picture"
}

const viewNameHeight = 26 // at scale 1

// viewName names a view other than the video in the upper right corner of the picture, or of A, and says how to leave it.
func (o *overPicture) viewName(picture image.Rectangle, status *Status, settings *session.Settings) {
	if settings.View == views.Video {
		return
	}
	if w := &status.Wipe; w.On {
		if picture = w.part(picture, 0); picture.Empty() && !w.Tuned { // B has the same view
			picture = w.part(picture, 1)
		}
		if picture.Empty() {
			return
		}
	}
	const between = 12
	s, name, keys := o.Scale, settings.View.Title(), ViewHint(settings.View)
	if settings.View == views.Difference {
		name = "Difference A − B, luma " + settings.Gain.Title()
	}
	if settings.View == views.BlockPSNR {
		name += ", B against A"
	}
	if settings.View == views.Pyramid {
		name += ", level " + strconv.Itoa(min(settings.Level, status.Top))
	}
	imgui.PushFont(o.Medium, widgets.TextSize*s)
	defer imgui.PopFont()
	wide, rest := imgui.CalcTextSize(name).X, o.TextWidth(widgets.SmallSize*s, keys)+between*s
	if wide+rest+(2*legendInset+2*legendGap)*s > float32(picture.Dx()) {
		rest = 0
	}
	box := imgui.NewVec2(wide+rest+2*legendInset*s, viewNameHeight*s)
	low := imgui.NewVec2(float32(picture.Max.X)-legendGap*s-box.X, float32(picture.Min.Y)+legendGap*s)
	place := o.boxes.clear(image.Rect(int(low.X), int(low.Y), int(low.X+box.X), int(low.Y+box.Y)), int(6*s), false)
	low.Y = float32(place.Min.Y)
	o.boxes.add(low, low.Add(box))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, low.Add(box), widgets.Packed(o.Bed), 5*s, 0)
	draw.AddText(low.Add(imgui.NewVec2(legendInset*s, 4*s)), widgets.Packed(o.Bright), name)
	if rest > 0 {
		draw.AddTextFont(o.Regular, widgets.SmallSize*s, low.Add(imgui.NewVec2(legendInset*s+wide+between*s, 6*s)), widgets.Packed(o.Dim), keys)
	}
}

// strengthRow is the slider of the strength of maps, in the view of a map and in the export form.
type strengthRow struct {
	*widgets.Kit
	w strengthWidgets
}

func (r *strengthRow) strength(settings *session.Settings) {
	r.NamedSlider(strengthSetting, strengthSetting.Low, settings, &r.w.Strength, &r.w.StrengthTyped)
}

// strengthWidgets are the widgets of the strength of maps.
type strengthWidgets struct{ Strength, StrengthTyped image.Rectangle }
