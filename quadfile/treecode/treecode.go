// Package treecode codes quad lists in a few bits a quad: the quadtree in preorder, by an adaptive
// binary arithmetic coder, and then the other values of the quads.
//
// Input is a list in Morton order, with the means, values or classes of its entries, and the tree
// of the frame before; output is bytes, which depend on nothing else. A [Decoder] gives the list
// back. [Octree], [OctEncoder] and [OctDecoder] do the same for lists of cubes. An encoder keeps nothing from one
// list to the next, except the trees that the caller passes on. So several goroutines may code one video, each
// with its own encoder. No goroutines; the steady state allocates nothing.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", section 8.2, where
// the paths of the traversal are a compression of the quadtree. The arithmetic coder is that of
// Witten, Neal and Cleary, "Arithmetic Coding for Data Compression" (1987), with carries.
// docs/reference/formats/ffq.md defines every bit.
package treecode
