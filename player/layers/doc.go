// Package layers tests what the player shows over a picture and beside it: views, stored quads, cubes, the codec's
// blocks, a second video, the timeline and its curves, plots.
//
// The package contains only tests.
package layers
