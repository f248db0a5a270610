package browser

import (
	"path/filepath"
	"testing"

	"ffkvadrat/tests/platform"
)

func TestFromHome(t *testing.T) {
	for _, c := range [][3]string{
		{"/home/ada", "/home/ada", "~"}, {"/home/ada/Videos", "/home/ada/", "~/Videos"}, {"/home/adam", "/home/ada", "/home/adam"},
		{"/mnt", "/home/ada", "/mnt"}, {"/", "/", "/"}, {"/mnt", "", "/mnt"},
	} {
		folder, home, want := platform.Path(c[0]), c[1], filepath.FromSlash(c[2])
		if home != "" {
			home = platform.Path(home)
		}
		if want[0] != '~' {
			want = folder
		}
		if got := fromHome(folder, home); got != want {
			t.Errorf("%s with the home folder %s: %s, want %s", folder, home, got, want)
		}
	}
}
