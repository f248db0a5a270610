package panel

import (
	"cmp"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// codecOf is the row of A's blocks, or of B's if B alone shows them.
func (u *tuneTab) codecOf(b *session.Choices, settings *session.Settings) {
	if b == nil || !b.Codec || settings.Codec {
		u.codec(settings)
		return
	}
	of, left := *settings, imgui.CursorScreenPos().X
	of.Choices = *b
	u.codec(&of)
	*b = of.Choices
	if u.roomy {
		u.side(imgui.NewVec2(left, float32(u.w.Codec.Min.Y)), "B")
	}
}

// codec is the switch of the codec's blocks and the rows of what they show. In a high panel, where they move nothing, these
// are there while the blocks are on, that of motion vectors while these are on, too.
func (u *tuneTab) codec(settings *session.Settings) {
	alone := ""
	if settings.View.HidesBlocks() {
		alone = cmp.Or(nothingOver(settings), "no blocks are drawn over this view: they would change its colours")
	}
	u.BeginUnused(alone)
	if u.roomy {
		u.w.Codec = u.SwitchSection(codecSetting, settings, &settings.Codec)
	} else {
		u.w.Codec = u.CheckboxAtEnd(codecSetting, settings, &settings.Codec)
	}
	u.EndUnused()
	long := u.LooksFor(vectorsLengthSetting.Name)
	vectors := u.LooksFor(vectorsBySetting.Name) || u.LooksFor(vectorsEachSetting.Name) || long
	settings.Motion = settings.Motion || vectors
	settings.Codec = settings.Codec || vectors || u.LooksFor(motionSetting.Name) || u.LooksFor(blocksBySetting.Name) || u.LooksFor(outlinesSetting.Name) || u.LooksFor(codecQuadsSetting.Name)
	row := imgui.FrameHeight() + imgui.CurrentStyle().ItemSpacing.Y
	ofVectors := row
	if u.tall {
		ofVectors += row
	}
	if u.folded = 0; u.roomy && !settings.Codec {
		u.folded = 2*row + ofVectors
		return
	}
	off := cmp.Or(alone, widgets.Unless(settings.Codec, "the codec's blocks are off"))
	colours := off
	switch {
	case off != "":
	case settings.View.NeedsSecond():
		colours = "over this view, blocks have outlines only"
	case settings.Colour.Compares():
		colours = "blocks are compared with the quads"
	}
	if c := &u.texts.codecTexts.of; off == "" && c.Known && c.Frames[0].Blocks+c.Frames[1].Blocks == 0 { // as in VP9 without segments
		colours = NoBlocks
	}
	u.BeginUnused(colours)
	u.Row(blocksBySetting, settings)
	u.w.BlocksBy = u.ListWithout(u.unknown(), blocksBySetting, widgets.ChosenWord(blocksBySetting, settings), widgets.ShortWidth*u.Scale, settings, u.w.BlocksBys[:])
	u.EndUnused()
	u.BeginUnused(off)
	u.w.Motion = u.CheckboxAtEnd(motionSetting, settings, &settings.Motion)
	u.EndUnused()
	if u.tall || u.LooksFor(outlinesSetting.Name) {
		c := &u.texts.codecTexts.of
		u.BeginUnused(cmp.Or(off, widgets.Unless(c.Units || !c.Known, "the prediction units of this codec are its blocks, or not known")))
		u.Row(outlinesSetting, settings)
		u.w.Outlines = u.List(outlinesSetting, widgets.ChosenWord(outlinesSetting, settings), -1, settings, u.w.OutlinesOf[:])
		u.EndUnused()
	}
	switch {
	case u.roomy && !settings.Motion:
		u.folded = ofVectors
	case u.roomy || vectors:
		u.BeginUnused(off)
		u.vectors(settings)
		if u.tall || long {
			u.Row(vectorsLengthSetting, settings)
			u.w.VectorsLength = u.List(vectorsLengthSetting, widgets.ChosenWord(vectorsLengthSetting, settings), -1, settings, u.w.VectorsLengths[:])
		}
		u.EndUnused()
	}
}

// vectors is the row of what motion vectors show, and how many there are.
func (u *tuneTab) vectors(settings *session.Settings) {
	gap := 6 * u.Scale
	u.Row(vectorsBySetting, settings)
	u.w.VectorsBy = u.List(vectorsBySetting, widgets.ChosenWord(vectorsBySetting, settings), (imgui.ContentRegionAvail().X-gap)/2, settings, u.w.VectorsBys[:])
	imgui.SameLineV(0, gap)
	u.Names = append(u.Names, vectorsEachSetting.Title)
	u.w.VectorsEach = u.List(vectorsEachSetting, widgets.ChosenWord(vectorsEachSetting, settings), -1, settings, u.w.VectorsEachs[:])
}

// unknown returns why blocks of the shown frame cannot be coloured by some quantities, by their indices; nil if they can
// be by all.
func (u *tuneTab) unknown() map[int]string { return u.texts.unknown }
