package panel

import (
	"fmt"

	"ffkvadrat/overlay"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// Stored is what is known of stored quads.
type Stored struct {
	Name     string // of the file; empty if there is none
	Reading  string // that another one is being read, and how far; else empty
	Missing  string // why the picture has no quads there; empty if it has, or nobody has looked
	Compared bool   // with the picture's live quads
	Counts   [overlay.DifferenceKinds]int
	// Shown says that they are the quads that the panel counts. Sizes are how many of them there are of
	// each size, by their levels.
	Shown bool
	Sizes [overlay.Levels]int
}

// line is what the panel says below the choice of quads.
func (s *Stored) line() string {
	switch {
	case s.Reading != "":
		return s.Reading
	case s.Missing != "":
		return s.Missing
	case s.Compared:
		both := Grouped(int64(s.Counts[overlay.InBoth]))
		stored, live := Grouped(int64(s.Counts[overlay.OnlyStored])), Grouped(int64(s.Counts[overlay.OnlyLive]))
		if n := s.Counts[overlay.Altered]; n > 0 {
			return fmt.Sprintf("both %s  changed %s  stored %s  live %s", both, Grouped(int64(n)), stored, live)
		}
		return fmt.Sprintf("both %s   stored %s   live %s", both, stored, live)
	}
	return s.Name
}

// stored is the choice between live quads and stored ones, while there are some, and that some are read.
func (u *tuneTab) stored(status *Status, settings *session.Settings) {
	if status.Stored.Name == "" {
		if status.Stored.Reading != "" {
			u.small(u.texts.stored)
		}
		return
	}
	s := u.scale
	imgui.AlignTextToFramePadding()
	at := imgui.CursorScreenPos()
	imgui.TextUnformatted("Quads")
	u.Names = append(u.Names, "Quads")
	u.column(at)
	for i, source := range [...]session.Source{session.Live, session.Stored} {
		if i > 0 {
			imgui.SameLineV(0, 0)
			imgui.SetCursorScreenPos(imgui.NewVec2(at.X+(labelWidth+76)*s, at.Y))
		}
		if imgui.RadioButton(source.String(), settings.Source == source) {
			settings.Source = source
		}
		u.w.Sources[i] = item()
		if u.tipped() {
			u.showTip("live: found in the picture with the parameters above.\nstored: those of " + status.Stored.Name + ".\nKey: r")
		}
	}
	u.small(u.texts.stored)
}
