// Package ocpyramid builds the OcPyramid of a video, a HistoPyramid with leaf markers over a
// volume of x, y and time, and from it the list of all octree leaves.
//
// Input is a [Window], the masks of leaf pixels of up to 64 frames; output is a list of [Cube] in
// the order of the traversal. [Reference] is the oracle: recursion from the top. [Pyramid] is the
// paper's reduction and traversal on the CPU; cell by cell it does what the shaders of package
// glocpyramid do. [CPU] is fast and uses bit operations on words of 4×4×4 cells instead of a
// traversal. All give the same list. No goroutines.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", section 8.4.
package ocpyramid
