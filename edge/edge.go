// Package edge decides which pixels are quadtree leaves of their own: those
// that differ little from their neighbours, or whose luma lies in a range.
//
// Input is a picture and a [Discriminator]; output is a mask: a [Mask] of
// [Reference], the oracle, or a [BitMask] of [CPU], the fast pass. Both, and package
// gledge on the GPU, give the same decision for every pixel, in integer arithmetic.
// No goroutines.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids",
// sections 4 and 7.2, and for luma and its ranges "GPU Point List Generation
// through Histogram Pyramids", section 3.
package edge
