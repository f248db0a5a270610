// Package layers tests what the player shows over and next to a frame: views, stored quads, cubes,
// the codec's blocks, a second video, the timeline, and plots.
//
// The package contains only tests.
package layers
