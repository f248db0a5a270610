package browser

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/statefile"
)

// Place is a folder to start from.
type Place struct {
	Label string
	Path  string
}

// System says where to look for places. Empty paths are skipped.
type System struct {
	Home    string
	Working string // the working folder
	Dirs    string // file user-dirs.dirs, in which desktops name the user's folders
	Mounts  string // file in the format of /proc/self/mountinfo
}

// ThisSystem returns the system of this process.
func ThisSystem() System {
	s := System{Mounts: "/proc/self/mountinfo"}
	s.Home, _ = os.UserHomeDir()
	s.Working, _ = os.Getwd()
	if config, err := os.UserConfigDir(); err == nil {
		s.Dirs = filepath.Join(config, "user-dirs.dirs")
	}
	return s
}

// mostMounts is the maximum number of mounted media among the places.
const mostMounts = 12

// Places returns the existing places: the user's folders, the working folder, mounted media, and the
// roots. It accesses only the user's folders, as other file systems may not answer.
func (s System) Places() (places []Place) {
	add := func(label, path string) {
		path = filepath.Clean(path)
		if !filepath.IsAbs(path) || slices.ContainsFunc(places, func(p Place) bool { return p.Path == path }) {
			return
		}
		places = append(places, Place{Label(label), path})
	}
	if s.Home != "" && exists(s.Home) {
		add("Home", s.Home)
	}
	named := s.userDirs()
	for _, d := range [...]struct{ key, label, folder string }{
		{"XDG_DESKTOP_DIR", "Desktop", "Desktop"},
		{videosKey, videosName, videosName},
		{"XDG_DOWNLOAD_DIR", "Downloads", "Downloads"},
	} {
		if path := s.userDir(named, d.key, d.folder); path != "" {
			add(d.label, path)
		}
	}
	if s.Working != "" {
		add("Working folder", s.Working)
	}
	for _, path := range s.mounts() {
		add(filepath.Base(path), path)
	}
	for _, root := range roots() {
		add(root.Label, root.Path)
	}
	return places
}

// The user's folder of videos: its key in the file Dirs, and its usual name.
const videosKey, videosName = "XDG_VIDEOS_DIR", "Videos"

// First returns the folder to begin with: the working folder if it has a video, the user's videos unless that folder is
// empty, the home, or else the working folder or a root. isVideo tells videos by their names.
func (s System) First(isVideo func(name string) bool) string {
	if s.Working != "" && holds(s.Working, isVideo) {
		return s.Working
	}
	visible := func(name string) bool { return !strings.HasPrefix(name, ".") }
	if path := s.userDir(s.userDirs(), videosKey, videosName); path != "" && holds(path, visible) {
		return path
	}
	for _, path := range [...]string{s.Home, s.Working} {
		if path != "" && exists(path) {
			return path
		}
	}
	if all := roots(); len(all) > 0 {
		return all[0].Path
	}
	return "/"
}

// userDir returns one of the user's folders, by its key and usual name; "" if there is none.
func (s System) userDir(named map[string]string, key, usual string) string {
	path, ok := named[key]
	if !ok && s.Home != "" {
		path = filepath.Join(s.Home, usual)
	}
	if path == "" || !exists(path) {
		return ""
	}
	return path
}

// exists reports whether there is such a folder.
func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// holds reports whether one of the first names of a folder is taken.
func holds(path string, takes func(name string) bool) bool {
	folder, err := openFolder(path)
	if err != nil {
		return false
	}
	defer folder.Close()
	names, _ := folder.ReadDir(mostHeld) // as far as it can be read
	return slices.ContainsFunc(names, func(e fs.DirEntry) bool { return takes(e.Name()) })
}

// mostHeld is the number of names that holds reads.
const mostHeld = 4096

// userDirs reads the file Dirs. Each line is a name and a quoted path that begins with / or $HOME/;
// other lines are ignored.
func (s System) userDirs() map[string]string {
	named := map[string]string{}
	for _, line := range lines(s.Dirs) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
			continue
		}
		path := unescape(value[1 : len(value)-1])
		if rest, ok := strings.CutPrefix(path, "$HOME"); ok && s.Home != "" && (rest == "" || rest[0] == '/') {
			path = s.Home + rest
		}
		if filepath.IsAbs(path) {
			named[key] = path
		}
	}
	return named
}

// unescape removes the backslashes that escape characters in the shell.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// mounts returns the mount points of media, which are in these folders or those of a user there. What is
// mounted deeper is a part of something else.
func (s System) mounts() (paths []string) {
	for _, line := range lines(s.Mounts) {
		fields := strings.Fields(line)
		if len(fields) < 5 {
			continue
		}
		path := octal(fields[4])
		for _, above := range []string{"/media/", "/run/media/", "/mnt/"} {
			name, in := strings.CutPrefix(path, above)
			if in && strings.Count(name, "/") < 2 && len(paths) < mostMounts && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
		if path == "/mnt" && len(paths) < mostMounts {
			paths = append(paths, path)
		}
	}
	return paths
}

// octal replaces \ooo, the kernel's form of spaces, with the byte.
func octal(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) {
			v := 0
			for _, c := range text[i+1 : i+4] {
				if c < '0' || c > '7' {
					v = 1 << 16
				}
				v = 8*v + int(c-'0')
			}
			if v < 256 {
				b.WriteByte(byte(v))
				i += 3
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// lines returns the lines of a file of at most 1 MiB, or none if it cannot be read.
func lines(path string) (all []string) {
	if path == "" {
		return nil
	}
	f, err := statefile.OpenNamed(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	for s := bufio.NewScanner(io.LimitReader(f, 1<<20)); s.Scan(); {
		all = append(all, s.Text())
	}
	return all
}

// Crumb is a part of a path.
type Crumb struct {
	Label string
	Path  string // path up to this part
}

// Crumbs returns the parts of an absolute path, starting with the root.
func Crumbs(path string) (crumbs []Crumb) {
	path = filepath.Clean(path)
	for {
		parent := filepath.Dir(path)
		if parent == path {
			crumbs = append(crumbs, Crumb{path, path})
			break
		}
		crumbs = append(crumbs, Crumb{Label(filepath.Base(path)), path})
		path = parent
	}
	slices.Reverse(crumbs)
	return crumbs
}
