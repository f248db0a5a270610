package browser

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestDrives: the drives of Windows are the last places.
func TestDrives(t *testing.T) {
	home := t.TempDir()
	places := System{Home: home}.Places()
	if len(places) < 2 || places[0] != (Place{"Home", home}) || !slices.Contains(places[1:], Place{"C:", `C:\`}) {
		t.Errorf("%q", places)
	}
	for _, p := range places {
		if !filepath.IsAbs(p.Path) || p.Path != filepath.Clean(p.Path) {
			t.Errorf("%+v", p)
		}
	}
}
