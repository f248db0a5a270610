// Package exporting tests what the player writes: exports, videos, pictures, maps, marks, and what it stores until
// the next run. It also takes the pictures of the player for the pages.
//
// The package contains only tests.
package exporting
