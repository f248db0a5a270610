package session

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
)

// host matches the names of servers that a URI can have as they are, without this machine's.
var host = regexp.MustCompile(`^[\w.-]+$`)

// urlOf returns the URL of an absolute path: file:///C:/folder/name, or file://server/share/name. A name that no
// server in a URI can have, as in \\?\C:\folder, is in the path: file:////%3F/C:/folder.
func urlOf(path string) *url.URL {
	path = filepath.ToSlash(path)
	rest, remote := strings.CutPrefix(path, "//")
	if !remote {
		return &url.URL{Scheme: "file", Path: "/" + path}
	}
	if server, _, _ := strings.Cut(rest, "/"); host.MatchString(server) && server != "localhost" {
		return &url.URL{Scheme: "file", Host: server, Path: rest[len(server):]}
	}
	return &url.URL{Scheme: "file", Path: path}
}

// pathIn returns the path in a URL.
func pathIn(u *url.URL) (path string, ok bool) {
	switch {
	case u.Host != "" && u.Host != "localhost":
		path = "//" + u.Host + u.Path
	case strings.HasPrefix(u.Path, "//"):
		path = u.Path
	default:
		path = strings.TrimPrefix(u.Path, "/")
	}
	return filepath.FromSlash(path), true
}
