// Package exporting tests what is written from the player: exports, videos, pictures, maps and marks, and the
// pictures of the player that pages show.
//
// The package contains only tests.
package exporting
