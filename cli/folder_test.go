package cli

import (
	"testing"
)

// TestUserFolder: by the XDG Base Directory Specification a relative folder is ignored.
func TestUserFolder(t *testing.T) {
	for _, c := range []struct{ variable, home, want string }{
		{"/caches", "/home/me", "/caches"},
		{"", "/home/me", "/home/me/.cache"},
		{"caches", "/home/me", "/home/me/.cache"},
		{"./caches", "", ""},
		{"", "", ""},
		{"", "me", ""},
	} {
		t.Setenv("XDG_CACHE_HOME", c.variable)
		t.Setenv("HOME", c.home)
		if got := userFolder("XDG_CACHE_HOME", ".cache"); got != c.want {
			t.Errorf("XDG_CACHE_HOME=%q, HOME=%q: %q, want %q", c.variable, c.home, got, c.want)
		}
		if got := programs(); (got != nil) != (c.want != "") {
			t.Errorf("XDG_CACHE_HOME=%q, HOME=%q: a cache: %v", c.variable, c.home, got != nil)
		}
	}
}
