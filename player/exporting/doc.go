// Package exporting tests what the player writes: exports, videos, pictures, maps, marks, and the
// state between runs. It also takes the screenshots for the pages.
//
// The package contains only tests.
package exporting
