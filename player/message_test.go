package player

import (
	"testing"
	"time"
)

// TestWarning: a warning stays below the messages that come and fade, until a command after it was read.
func TestWarning(t *testing.T) {
	start := time.Unix(0, 0)
	m := message{stays: time.Second}
	m.set("Auto", nil, start)
	m.alarm("damaged", start)
	for _, c := range []struct {
		after   time.Duration
		text    string
		opacity float32
	}{{0, "Auto\ndamaged", 1}, {time.Second / 2, "Auto\ndamaged", 1}, {time.Minute, "damaged", 1}, {time.Hour, "Auto", 0}} {
		if text, _, opacity := m.shown(start.Add(c.after)); c.after < time.Hour && (text != c.text || opacity != c.opacity) {
			t.Errorf("after %v: %q, %v", c.after, text, opacity)
		}
		m.dismiss(start.Add(c.after))
	}
	if _, _, opacity := m.shown(start.Add(time.Hour)); opacity != 0 {
		t.Error("the warning stays after a command")
	}
}
