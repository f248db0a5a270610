//go:build unix

package browser

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func labels(places []Place) (all []string) {
	for _, p := range places {
		all = append(all, p.Label)
	}
	return all
}

func TestPlaces(t *testing.T) {
	root := t.TempDir()
	home, work := filepath.Join(root, "home"), filepath.Join(root, "work")
	for _, name := range []string{"home/Desktop", "home/Meine \"Filme\"", "home/Downloads", "work", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	file := func(name, text string) string {
		path := filepath.Join(root, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mounts := file("mounts", `22 1 8:1 / / rw - ext4 /dev/sda1 rw
30 22 8:17 / /media/ann/USB\040STICK rw,nosuid - vfat /dev/sdb1 rw
31 22 8:18 / /run/media/ann/a\012b rw - vfat /dev/sdc1 rw
32 22 0:45 / /mnt/server rw - nfs server:/ rw
33 22 0:45 / /mnt/server rw - nfs server:/ rw
33 22 0:45 / /mnt/container/tools/v1/python rw - tmpfs none rw
34 22 0:46 / /home rw - nfs server:/home rw
35 22 0:46
36 22 0:46 / /mnt/odd\9x\ rw - x y rw
`)
	for _, c := range []struct {
		name   string
		system System
		want   []string
	}{
		{"all", System{Home: home, Working: work, Dirs: file("dirs", "# a comment\nXDG_VIDEOS_DIR=\"$HOME/Meine \\\"Filme\\\"\"\nXDG_DESKTOP_DIR=\"$HOME/Desktop\"\n"), Mounts: mounts},
			[]string{"Home", "Desktop", "Videos", "Downloads", "Working folder", "USB STICK", "a\uFFFDb", "server", `odd\9x\`, "Computer"}},
		{"elsewhere", System{Home: home, Working: home, Dirs: file("dirs2", "XDG_DOWNLOAD_DIR=\""+root+"/elsewhere\"\nXDG_DESKTOP_DIR=\"$HOME/\"\nXDG_VIDEOS_DIR=relative\n=\nXDG_VIDEOS_DIR=\"relative\"\nXDG_VIDEOS_DIR=\"$HOMEless\"\n")},
			[]string{"Home", "Downloads", "Computer"}},
		{"no file", System{Home: home, Dirs: filepath.Join(root, "none"), Mounts: filepath.Join(root, "none")}, []string{"Home", "Desktop", "Downloads", "Computer"}},
		{"a folder instead", System{Home: home, Dirs: root, Mounts: root}, []string{"Home", "Desktop", "Downloads", "Computer"}},
		{"no home", System{Home: filepath.Join(root, "gone"), Working: work}, []string{"Working folder", "Computer"}},
		{"relative", System{Home: "here", Working: "there"}, []string{"Computer"}},
		{"nothing", System{}, []string{"Computer"}},
	} {
		places := c.system.Places()
		if got := labels(places); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		for _, p := range places {
			if !filepath.IsAbs(p.Path) || p.Path != filepath.Clean(p.Path) {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
	}
	if p := (System{Mounts: mounts}).Places(); p[0].Path != "/media/ann/USB STICK" || p[1].Path != "/run/media/ann/a\nb" {
		t.Errorf("%q", p)
	}
	if all := ThisSystem().Places(); len(all) < 2 || all[len(all)-1].Path != "/" {
		t.Errorf("here: %q", all)
	}
}
