package widgets

import "testing"

// TestWhole: no line ends inside a number. What has none, and words wider than a line, stay as they are.
func TestWhole(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"is 0.0293: below it", "is\n0.0293:\nbelow it"},
		{"1,5 of\nthe 0.25", "1,5 of\nthe 0.25"},
		{"no number. Only words.", "no number. Only words."},
		{"in /a/very/long/1.5/path here", "in\n/a/very/long/1.5/path\nhere"},
	} {
		if got := broken(c.text, func(line string) bool { return len(line) <= 8 }); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}
