// Package playlist is the player's list of videos.
//
// Input is names of files and folders; output is a [List]. It opens no video. One goroutine at a
// time may use a List.
package playlist

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/decode"
)

// Video is an entry of a list.
type Video struct {
	Path   string
	Failed bool // could not be played to its end
}

// List is a list of videos. The zero value is empty.
type List struct {
	Videos  []Video
	Current int // index of the playing video, −1 for none
}

// New returns a list of videos: files, and for a folder the videos in it, see [Folder]. No video is
// current.
func New(names []string) (*List, error) {
	l := &List{Current: -1}
	for _, name := range names {
		paths := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if paths, err = Folder(name); err != nil {
				return nil, err
			}
		}
		for _, path := range paths {
			l.Videos = append(l.Videos, Video{Path: path})
		}
	}
	return l, nil
}

// Next returns the first video from index i on in the direction step, 1 or −1. It skips failed
// videos unless again is set.
func (l *List) Next(i, step int, again bool) (index int, ok bool) {
	for ; i >= 0 && i < len(l.Videos); i += step {
		if again || !l.Videos[i].Failed {
			return i, true
		}
	}
	return 0, false
}

// Folder returns the videos of a folder, without subfolders, sorted by name. Numbers in names are
// compared by value: clip2 precedes clip10. Names decide what is a video; hidden files are skipped.
func Folder(name string) ([]string, error) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, fmt.Errorf("playlist: %w", err)
	}
	var paths []string
	for _, e := range entries {
		if Takes(e.Name()) && !e.IsDir() {
			paths = append(paths, filepath.Join(name, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("playlist: no video or picture in the folder %q", name)
	}
	slices.SortFunc(paths, Compare)
	return paths, nil
}

// Takes reports whether a file in a folder counts as a video, by its name.
func Takes(name string) bool {
	return decode.ClaimsPictures(name) && !strings.HasPrefix(name, ".")
}

// Compare compares names without regard to case, and runs of digits by value. Names that are then
// equal are compared byte by byte.
func Compare(a, b string) int {
	x, y := strings.ToLower(a), strings.ToLower(b)
	for x != "" && y != "" {
		n, m := digits(x), digits(y)
		var c int
		if n > 0 && m > 0 {
			v, w := strings.TrimLeft(x[:n], "0"), strings.TrimLeft(y[:m], "0")
			if c = len(v) - len(w); c == 0 {
				c = strings.Compare(v, w)
			}
		} else {
			n, m = 1, 1
			c = int(x[0]) - int(y[0])
		}
		if c != 0 {
			return c
		}
		x, y = x[n:], y[m:]
	}
	if c := len(x) - len(y); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// digits returns the number of leading digits.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
