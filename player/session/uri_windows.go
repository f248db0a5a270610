package session

import (
	"net/url"
	"path/filepath"
	"strings"
)

// urlOf returns the URL of an absolute path: file:///C:/folder/name, or file://server/share/name.
func urlOf(path string) *url.URL {
	path = filepath.ToSlash(path)
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		server, share, _ := strings.Cut(rest, "/")
		return &url.URL{Scheme: "file", Host: server, Path: "/" + share}
	}
	return &url.URL{Scheme: "file", Path: "/" + path}
}

// pathIn returns the path in a URL.
func pathIn(u *url.URL) (path string, ok bool) {
	if u.Host != "" && u.Host != "localhost" {
		return filepath.FromSlash("//" + u.Host + u.Path), true
	}
	return filepath.FromSlash(strings.TrimPrefix(u.Path, "/")), true
}
