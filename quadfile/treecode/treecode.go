// Package treecode codes quad lists in a few bits a quad: the quadtree in preorder, by an adaptive
// binary arithmetic coder, and after it what the quads have besides their places.
//
// Input is a list in Morton order, with the means, values or classes of its entries, and the tree
// of the frame before; output is bytes, which depend on nothing else. A [Decoder] gives the list
// back. Lists of cubes have an [Octree], an [OctEncoder] and an [OctDecoder]. Nothing is kept from
// one list to the next but the trees that the caller passes on, so that several goroutines may code
// a video, each with an encoder of its own. No goroutines; in the steady state nothing is allocated.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", section 8.2, where
// the paths of the traversal are a compression of the quadtree. The arithmetic coder is that of
// Witten, Neal and Cleary, "Arithmetic Coding for Data Compression" (1987), with carries.
// docs/reference/formats/ffq.md defines every bit.
package treecode
