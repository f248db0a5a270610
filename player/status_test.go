package player

import (
	"image"
	"maps"
	"slices"
	"testing"
	"time"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// TestNamesOfAdvanced: the status line has the widgets of the advanced parameters, and the lines of
// their open lists, under names that do not follow the table of parameters.
func TestNamesOfAdvanced(t *testing.T) {
	p, err := panel.New(gputest.Open(t), listed(), panel.Facts{}, 1)
	gputest.Own(t, p, err)
	settings := session.Default()
	settings.Panel = true
	places := func() map[string][4]int {
		for range 3 {
			p.Build(960, 1200, 16*time.Millisecond, &panel.Status{}, &settings)
		}
		return widgetPlaces(p, 1, 1)
	}
	added := func(before, after map[string][4]int) []string {
		maps.DeleteFunc(after, func(name string, _ [4]int) bool { return before[name] != [4]int{} })
		return slices.Sorted(maps.Keys(after))
	}
	folded := places()
	settings.Advanced = true
	want := []string{"classes", "classestyped", "cube", "features", "invert", "low", "lowtyped", "maxsize", "minsize", "order", "planes", "points"}
	if got := added(folded, places()); !slices.Equal(got, want) {
		t.Errorf("unfolded: %q, want %q", got, want)
	}
	closed := places()
	for _, list := range []string{"planes", "features", "order", "min_size", "max_size", "cube"} {
		p.Widgets.Parameter(list).Lines[1] = image.Rect(0, 0, 1, 1)
	}
	want = []string{"cubes 1", "featureswords 1", "maxsizes 1", "minsizes 1", "orderwords 1", "planeswords 1"}
	if got := added(closed, widgetPlaces(p, 1, 1)); !slices.Equal(got, want) {
		t.Errorf("open lists: %q, want %q", got, want)
	}
}
