package panel

import (
	"fmt"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Stored describes the stored quads.
type Stored struct {
	Name     string // of the file; empty for none
	Reading  string // another file is being read, and how far; else empty
	Missing  string // why the frame has no stored quads; else empty
	Compared bool   // with the frame's live quads
	Counts   [overlay.DifferenceKinds]int
	// Shown says that the panel counts these quads. Sizes are their numbers by level.
	Shown bool
	Sizes [overlay.Levels]int
}

// line is the text below the choice of quads.
func (s *Stored) line() string {
	switch {
	case s.Reading != "":
		return s.Reading
	case s.Missing != "":
		return s.Missing
	case s.Compared:
		both := quantity.Grouped(int64(s.Counts[overlay.InBoth]))
		stored, live := quantity.Grouped(int64(s.Counts[overlay.OnlyStored])), quantity.Grouped(int64(s.Counts[overlay.OnlyLive]))
		if n := s.Counts[overlay.Altered]; n > 0 {
			return fmt.Sprintf("both %s  changed %s  stored %s  live %s", both, quantity.Grouped(int64(n)), stored, live)
		}
		return fmt.Sprintf("both %s   stored %s   live %s", both, stored, live)
	}
	return s.Name
}

// stored is the choice between live and stored quads, and the progress of reading.
func (u *tuneTab) stored(status *Status, settings *session.Settings) {
	if status.Stored.Name == "" {
		if status.Stored.Reading != "" {
			u.WriteSmall(u.texts.stored)
		}
		return
	}
	s := u.Scale
	imgui.AlignTextToFramePadding()
	at := imgui.CursorScreenPos()
	imgui.TextUnformatted("Quads")
	u.Names = append(u.Names, "Quads")
	u.Column(at)
	for i, source := range [...]session.Source{session.Live, session.Stored} {
		if i > 0 {
			imgui.SameLineV(0, 0)
			imgui.SetCursorScreenPos(imgui.NewVec2(at.X+(widgets.LabelWidth+76)*s, at.Y))
		}
		if imgui.RadioButton(source.String(), settings.Source == source) {
			settings.Source = source
		}
		u.w.Sources[i] = widgets.Item()
		if u.TipDue() {
			u.ShowTip("live: found in the picture with the parameters above.\nstored: those of " + status.Stored.Name + ".\nKey: r")
		}
	}
	u.WriteSmall(u.texts.stored)
}
