// Package treecode compresses quad lists to a few bits per quad: it codes the quadtree in preorder
// with an adaptive binary arithmetic coder, then the other values of the quads.
//
// Input is a list in Morton order with the means, values or classes of its entries, and the tree of
// the frame before. Output is bytes, which depend on nothing else. A [Decoder] restores the list.
// [Octree], [OctEncoder] and [OctDecoder] are the same for cubes. An encoder has no state between
// lists except the trees that the caller passes, so several goroutines can code one video, each
// with its own encoder. The package starts no goroutines. The steady state allocates nothing.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", section 8.2, where the
// paths of the traversal are a compression of the quadtree. The arithmetic coder is that of Witten,
// Neal and Cleary, "Arithmetic Coding for Data Compression" (1987), with carries.
// docs/reference/formats/ffq.md defines every bit.
package treecode
