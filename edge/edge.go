// Package edge decides for each pixel whether it is a leaf pixel of the quadtree. Leaf pixels are
// those that differ little from their neighbours, whose luma or alpha is in a range, or whose
// colour is near others.
//
// Input is a picture and a [Discriminator]. Output is a mask: [Reference], the oracle, makes a
// [Mask]; [CPU], the fast pass, makes a [BitMask]. Both make the same decision for every pixel, in
// integer arithmetic; so does package gledge on the GPU. No goroutines.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", sections 4 and 7.2, and
// for ranges of luma and colours "GPU Point List Generation through Histogram Pyramids", section 3.
package edge
