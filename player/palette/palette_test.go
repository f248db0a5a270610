package palette_test

import (
	"slices"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/session"
)

// entries are some commands, with the settings.
func entries() []palette.Entry {
	return palette.All([]palette.Entry{
		{Title: "Play, pause", Keys: []string{"Space", "p"}, Command: command.Do(command.TogglePause), Group: palette.Playback, Menu: palette.InMenu},
		{Title: "Two settings side by side", Keys: []string{"w"}, Command: command.Do(command.Wipe), Group: palette.Picture, Menu: palette.InSubmenu},
		{Title: "Swap the two settings", Keys: []string{"W"}, Command: command.Do(command.SwapWipe), Group: palette.Picture},
		{Title: "Overlay on, off", Keys: []string{"n"}, Command: command.Do(command.Overlay), Group: palette.Picture, Setting: "overlay", Menu: palette.InSubmenu},
		{Title: "To the next cut", More: "in the part that the timeline has analysed", Keys: []string{"x"}, Command: command.With(command.NextCut, 1), Group: palette.Timeline},
		{Title: "Quit", Command: command.Do(command.Quit), Group: palette.Window, Menu: palette.AtEnd},
	})
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		typed string
		first string // the best entry; empty for none
		marks []palette.Span
	}{
		{"", "", nil},
		{"  ", "", nil},
		{"PLAY", "Play, pause", []palette.Span{{0, 4}}},
		{"pause play", "Play, pause", []palette.Span{{0, 4}, {6, 11}}},
		{"w", "Two settings side by side", nil},
		{"W", "Swap the two settings", nil},
		{"ngs", "Swap the two settings", []palette.Span{{18, 21}}}, // the shorter title
		{"analysed", "To the next cut", nil},
		{"tnc", "To the next cut", []palette.Span{{0, 1}, {7, 8}, {12, 13}}},
		{"threshold", "Threshold", []palette.Span{{0, 9}}},
		{"--threshold", "Threshold", nil}, // the flag
		{"sobel", "Variant: Edges, Sobel", []palette.Span{{16, 21}}},
		{"edges cross", "Variant: Edges", []palette.Span{{9, 14}}},
		{"operator", "Variant", nil}, // as in the panel, whose row has both
		{"view recon", "View: Reconstruction", []palette.Span{{0, 4}, {6, 11}}},
		{"brightness", "Brightness", []palette.Span{{0, 10}}},
		{"xyzzy", "", nil},
		{"play xyzzy", "", nil},
	} {
		found := palette.Find(entries(), c.typed)
		switch {
		case c.first == "":
			if len(found) > 0 {
				t.Errorf("%q finds %q", c.typed, found[0].Title)
			}
		case len(found) == 0:
			t.Errorf("%q finds nothing", c.typed)
		case found[0].Title != c.first || !slices.Equal(found[0].Letters, c.marks):
			t.Errorf("%q finds %q %v, want %q %v", c.typed, found[0].Title, found[0].Letters, c.first, c.marks)
		}
	}
}

// TestLoose: matches in names come first, and those in descriptions after all of them.
func TestLoose(t *testing.T) {
	found := palette.Find(entries(), "most")
	loose := map[string]bool{}
	for i, m := range found {
		if loose[m.Title] = m.Loose; i > 0 && found[i-1].Loose && !m.Loose {
			t.Errorf("%q comes after the loose %q", m.Title, found[i-1].Title)
		}
	}
	for title, want := range map[string]bool{"Classes": true, "Variant: Luma at most": false, "Go to the frame with the most change (TI)": false, "Go to the frame with the largest packet": false} {
		if is, ok := loose[title]; !ok || is != want {
			t.Errorf("%q: found %v, loose %v", title, ok, is)
		}
	}
}

// Every setting with a widget is an entry or has a command; values and switches name what they set.
func TestSettings(t *testing.T) {
	all := entries()
	for _, r := range session.Table() {
		if r.Title == "" || r.Passing || r.Name == "operator" { // the variant's row has it
			continue
		}
		n := 0
		for i := range all {
			if e := &all[i]; e.Setting == r.Name && (e.IsSetting() || e.Group != palette.NoGroup) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s has %d entries", r.Name, n)
		}
	}
	seen := map[string]bool{}
	for i := range all {
		e := &all[i]
		if seen[e.Title] {
			t.Errorf("%q is there twice", e.Title)
		}
		seen[e.Title] = true
		if c := e.Command; c.ID == command.SetSetting && (c.Text != e.Setting || int(c.Number) >= len(session.Named(e.Setting).Words)) {
			t.Errorf("%q sets %+v", e.Title, c)
		}
	}
}

// TestValues: an entry of a value has the value's own line of the setting's help.
func TestValues(t *testing.T) {
	found := palette.Find(entries(), "view pyramid")
	if len(found) == 0 || found[0].More != "What the window shows.\nPyramid: a level of it." {
		t.Errorf("the view pyramid: %+v", found)
	}
}

func TestMenu(t *testing.T) {
	sections := palette.Menu(entries())
	if len(sections) != 3 {
		t.Fatalf("%d sections", len(sections))
	}
	play, picture, end := sections[0], sections[1], sections[2]
	if play.Rule || len(play.Lines) != 1 || len(play.Submenu) != 0 {
		t.Errorf("%+v", play)
	}
	if !picture.Rule || len(picture.Lines) != 0 || len(picture.Submenu) != 2 {
		t.Errorf("%+v", picture)
	}
	if !end.Rule || end.Group != palette.NoGroup || len(end.Lines) != 1 || end.Lines[0].Title != "Quit" {
		t.Errorf("%+v", end)
	}
}

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		heights []float32
		n       int
		want    []int
	}{
		{nil, 3, nil},
		{[]float32{5}, 3, []int{0}},
		{[]float32{5, 1, 1}, 1, []int{0}},
		{[]float32{5, 1, 1}, 2, []int{0, 1}},
		{[]float32{1, 1, 5, 1, 1}, 3, []int{0, 2, 3}},
		{[]float32{2, 2, 2, 2}, 2, []int{0, 2}},
		{[]float32{1, 1, 9}, 2, []int{0, 2}},
	} {
		if got := palette.Columns(c.heights, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%v in %d columns: %v, want %v", c.heights, c.n, got, c.want)
		}
	}
}
