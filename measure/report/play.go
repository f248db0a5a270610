package report

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// playgroundPage is the page of a playground's folder.
const playgroundPage = "index.html"

// ErrNoPlayground is returned for a folder that is not a playground.
var ErrNoPlayground = errors.New("not a folder of the playground: make playground builds one")

// playground returns the folder of the playground: the one that was asked for, or the folder playground next to
// the page, if it is one; else it is empty. A page that is no file has no links.
func (o *Options) playground() (string, error) {
	is := func(folder string) bool {
		for _, name := range []string{playgroundPage, "engine.js", "playground.js"} {
			if !regular(filepath.Join(folder, name)) {
				return false
			}
		}
		return true
	}
	switch beside := filepath.Join(filepath.Dir(o.Output), "playground"); {
	case o.Playground != "" && !is(o.Playground):
		return "", &os.PathError{Op: "report", Path: o.Playground, Err: ErrNoPlayground}
	case o.Output == "" || isDevice(o.Output):
		return "", nil
	case o.Playground != "":
		return o.Playground, nil
	case is(beside):
		return beside, nil
	}
	return "", nil
}

func regular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// isDevice reports whether a page goes to a device or a pipe, such as standard output.
func isDevice(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

// link adds the address that opens a video and its .ffq in the playground, if the playground shows the file's
// quads, and the video is where the file says, or next to it.
func (f *Video) link(o *Options, playground, file string) {
	if !f.shows || f.Fault != nil || !strings.EqualFold(filepath.Ext(file), ".ffq") || f.Path == "" {
		return
	}
	quads := filepath.Join(o.Folder, filepath.FromSlash(file))
	beside, path := filepath.Dir(quads), filepath.FromSlash(f.Path)
	for _, video := range []string{path, filepath.Join(beside, path), filepath.Join(beside, filepath.Base(path))} {
		if !regular(video) {
			continue
		}
		page, ok := address(filepath.Dir(o.Output), filepath.Join(playground, playgroundPage))
		toVideo, found := address(playground, video)
		toQuads, stored := address(playground, quads)
		if ok && found && stored {
			f.web = page + "#video=" + url.QueryEscape(toVideo) + "&quads=" + url.QueryEscape(toQuads)
		}
		return
	}
}

// Play returns the address that opens the frame in the playground, or "".
func (f *found) Play() string {
	if f.web == "" {
		return ""
	}
	return fmt.Sprintf("%s&at=%.3f", f.web, max(0, f.At.time))
}

// address returns a file's address relative to a folder.
func address(from, name string) (string, bool) {
	from, err := filepath.Abs(from)
	if err != nil {
		return "", false
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", false
	}
	relative, err := filepath.Rel(from, name)
	if err != nil {
		return "", false
	}
	parts := strings.Split(filepath.ToSlash(relative), "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	if parts[0] != ".." {
		parts = append([]string{"."}, parts...) // a colon in a name begins no scheme
	}
	return strings.Join(parts, "/"), true
}
