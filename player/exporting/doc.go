// Package exporting tests what is written from the player: exports, videos, pictures, maps and marks, what it keeps
// for the next time, and the pictures of the player that pages show.
//
// The package contains only tests.
package exporting
