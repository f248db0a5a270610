// Package userinfo removes user names and passwords from URLs, before they are shown or written.
//
// Input and output are texts. It does not use FFmpeg. Any goroutine may use it.
package userinfo

import "regexp"

// userinfo matches a scheme and what FFmpeg takes for user and password in any notation: everything up
// to the last @ before the path.
var userinfo = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@`)

// Remove removes user names and passwords from a URL, or from the URLs in a text. It accepts any
// scheme, because a name can be shown before it is known whether it can be opened.
func Remove(text string) string { return userinfo.ReplaceAllString(text, "$1") }
