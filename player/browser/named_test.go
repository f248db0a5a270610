package browser

import "testing"

func TestFromHome(t *testing.T) {
	for _, c := range [][3]string{
		{"/home/ada", "/home/ada", "~"}, {"/home/ada/Videos", "/home/ada/", "~/Videos"}, {"/home/adam", "/home/ada", "/home/adam"},
		{"/mnt", "/home/ada", "/mnt"}, {"/", "/", "/"}, {"/mnt", "", "/mnt"},
	} {
		if got := fromHome(c[0], c[1]); got != c[2] {
			t.Errorf("%s with the home folder %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
