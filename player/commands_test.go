package player

import (
	"testing"
	"time"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// Commands and settings that can be found have different titles, and each key is in a line of the
// list of keys. Only gestures are no commands.
func TestListed(t *testing.T) {
	k := listed()
	seen := map[string]bool{}
	for i := range k.Entries {
		if title := k.Entries[i].Title; seen[title] {
			t.Errorf("%q can be found twice", title)
		} else {
			seen[title] = true
		}
	}
	caps := map[string]bool{}
	for i := range k.Lines {
		for _, c := range k.Lines[i].Caps {
			if caps[c.Key] || !c.Runs && k.Lines[i].Group != palette.Mouse {
				t.Errorf("%q: %q is there twice, or does nothing", k.Lines[i].Help, c.Key)
			}
			caps[c.Key] = true
		}
	}
	for i := range table {
		for _, s := range table[i].keys {
			if !caps[shownKey(s.key)] {
				t.Errorf("no line has the key %s", s.key)
			}
		}
	}
	for _, s := range k.Menu {
		if n := len(s.Lines) + len(s.Submenu); n == 0 || n > 12 {
			t.Errorf("the menu has %d lines of the group %q", n, s.Group.Title())
		}
	}
}

// TestKeysFit: a usual window shows the whole list of keys.
func TestKeysFit(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {2560, 1440, 1}, {2560, 1440, 2}} {
		p, err := panel.New(gputest.Open(t), listed(), panel.Facts{}, c.scale)
		if err != nil {
			t.Fatal(err)
		}
		p.Palette.Open()
		settings := session.Default()
		for range 2 {
			p.Build(c.width, c.height, 16*time.Millisecond, &panel.Status{}, &settings)
		}
		page := p.Widgets.Palette
		for i, r := range p.Widgets.KeyLines {
			if !r.In(page) || r.Max.Y > page.Max.Y-int(30*c.scale) {
				t.Errorf("%+v: the line %q is at %v in the page %v", c, p.Keys.Lines[i].Help, r, page)
			}
		}
		p.Release()
	}
}
