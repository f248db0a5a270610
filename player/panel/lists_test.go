package panel_test

import (
	"fmt"
	"image"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/session"
)

// TestListsOnTarget: every list and menu opens inside the target, at every size and in both themes; a list begins and ends
// where its field does, as there is room for each at the usual sizes.
func TestListsOnTarget(t *testing.T) {
	lists := map[string]func(s *stage) image.Rectangle{
		"variant": func(s *stage) image.Rectangle { return s.Widgets.Method },
		"look":    func(s *stage) image.Rectangle { return s.Widgets.Look },
		"colours": func(s *stage) image.Rectangle { return s.Widgets.Colour },
		"view":    func(s *stage) image.Rectangle { return s.Widgets.View },
		"speed":   func(s *stage) image.Rectangle { return s.Widgets.BarSpeed },
		"menu":    func(s *stage) image.Rectangle { return s.Widgets.BarMenu },
		"signs":   func(s *stage) image.Rectangle { return s.Widgets.Signs },
		"curves":  func(s *stage) image.Rectangle { return s.Widgets.MoreCurves },
		"formats": func(s *stage) image.Rectangle {
			s.Settings.Tab = session.Export
			s.Turn(2)
			return s.Widgets.Format
		},
	}
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {960, 540, 1}, {1280, 720, 1}, {1280, 800, 2}, {1920, 1080, 1}, {2560, 1440, 1}} {
		for theme := range session.ThemeCount {
			for _, panelShown := range []bool{true, false} {
				s := newStage(t, size.width, size.height, size.scale)
				s.Settings.Theme, s.Settings.Panel, s.Status.Controls = theme, panelShown, true
				s.Settings.PanelWidth = session.Default().PanelWidth
				for i := range 12 {
					s.Keys.Menu = palette.Menu(append(s.Keys.Entries, palette.Entry{
						Title: "Save the picture with its numbers " + fmt.Sprint(i), Keys: []string{"Ctrl+Shift+s"}, Command: command.Do(command.ShootNumbers), Group: palette.Files, Menu: palette.InMenu,
					}))
				}
				for name, of := range lists {
					s.Settings.Tab = session.Tune
					s.Turn(3)
					field := of(s)
					if field.Empty() || !field.In(image.Rect(0, 0, size.width, size.height)) {
						continue // it has no room
					}
					what := fmt.Sprintf("%s in %v, %v, panel %v", name, size, theme, panelShown)
					s.Click(field)
					if name == "menu" {
						s.Menu.OpenByButton()
					}
					s.Turn(3)
					list := s.Opened
					if list.Empty() || !list.In(image.Rect(0, 0, size.width, size.height)) {
						t.Errorf("%s: %v", what, list)
					}
					if covered := list.Intersect(field); covered.Dy() > 1 && (name == "variant" || name == "look" || name == "view") {
						t.Errorf("%s: the list at %v covers its field at %v", what, list, field)
					}
					switch name {
					case "variant", "look", "colours", "view":
						if (list.Min.X != field.Min.X || max(list.Max.X-field.Max.X, field.Max.X-list.Max.X) > 1) && size.scale*1280 <= float32(size.width) {
							t.Errorf("%s: the list at %v does not begin and end with its field at %v", what, list, field)
						}
					}
					s.Menu.Close()
					s.Turn(2)
				}
				s.Release()
			}
		}
	}
}
