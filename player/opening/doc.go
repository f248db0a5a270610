// Package opening tests how the player opens videos: by flags, in the file browser, one after another, and live
// sources.
//
// The package contains only tests.
package opening
