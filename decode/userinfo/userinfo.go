// Package userinfo removes the names of users and their passwords from URLs, before they are shown or written.
//
// Input and output are texts. It needs no FFmpeg; any number of goroutines may use it.
package userinfo

import "regexp"

// userinfo is a scheme, and what FFmpeg takes as user and password, however they are written: all
// up to the last @ of what comes before the path.
var userinfo = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@`)

// Remove removes users' names and passwords from a URL, or from the URLs in a text. It does so for any
// scheme: a name may be shown before it is known whether it can be opened.
func Remove(text string) string { return userinfo.ReplaceAllString(text, "$1") }
