// Package edge decides for each pixel whether it is a leaf of the quadtree by itself.
// Leaves are the pixels that differ little from their neighbours, those whose luma or alpha
// lies in a range, or those whose colour is near others.
//
// Input is a picture and a [Discriminator]. Output is a mask: [Reference], the oracle,
// makes a [Mask]; [CPU], the fast pass, makes a [BitMask]. Both give the same decision for
// every pixel, in integer arithmetic, and so does package gledge on the GPU.
// No goroutines.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids",
// sections 4 and 7.2, and for ranges of luma and colours "GPU Point List Generation
// through Histogram Pyramids", section 3.
package edge
