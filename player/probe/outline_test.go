package probe

import (
	"image"
	"reflect"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
)

// TestOutline: a pixel has an outline where it can be seen, or is pinned.
func TestOutline(t *testing.T) {
	area := image.Rect(0, 0, 640, 640)
	for _, c := range []struct {
		zoom   float64
		pinned bool
		side   int // of the outline; 0 for none
	}{{10, false, 10}, {10, true, 10}, {2, false, 0}, {2, true, 2}} {
		at := scene.Place{View: overlay.Zoomed(64, 64, overlay.Orientation{}, 1, c.zoom, 0, 0, area, 640, 640), N: 1}
		at.Sides[0].Area, at.Sides[0].Settings, at.Sides[0].Layer = area, &session.Choices{}, &scene.Layer{}
		var want []panel.Outline
		place := at.View.Cover(image.Rect(3, 4, 4, 5))
		if c.side > 0 {
			want = []panel.Outline{{Place: place, Within: area, Pinned: c.pinned}}
		}
		if got := New(&scene.Scene{}).Outline(nil, &at, 3, 4, c.pinned); !reflect.DeepEqual(got, want) || c.side > 0 && place.Dx() != c.side {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
}
