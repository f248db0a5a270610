package player

import "testing"

// The lines of the menu have different names.
func TestMenuNamesNothingTwice(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range listed().Commands {
		if c.Menu && seen[c.Help] {
			t.Errorf("%q is in the menu twice", c.Help)
		}
		seen[c.Help] = seen[c.Help] || c.Menu
	}
}
