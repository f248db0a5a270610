// Package edge decides which pixels are quadtree leaves of their own: those
// that differ little from their neighbours, or whose luma lies in a range.
//
// Input is a picture and a [Discriminator]; output is a mask: a [Mask] of
// [Reference], the oracle, a [BitMask] of [CPU], the fast pass, or level 0 of
// the QuadPyramid on the GPU ([GPU]). All give the same decision for every
// pixel, in integer arithmetic. No goroutines; a [GPU] belongs to its device's
// thread.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids",
// sections 4 and 7.2, and for luma and its ranges "GPU Point List Generation
// through Histogram Pyramids", section 3.
package edge
