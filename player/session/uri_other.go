//go:build !windows

package session

import "net/url"

// urlOf returns the URL of an absolute path.
func urlOf(path string) *url.URL { return &url.URL{Scheme: "file", Path: path} }

// pathIn returns the path in a URL. ok is false if it is another machine's.
func pathIn(u *url.URL) (path string, ok bool) { return u.Path, u.Host == "" || u.Host == "localhost" }
