// What the two passes of the fused feature combiner share.
//
// A tile is 64×64 pixels, a block 8×8 tiles. Tiles and blocks are numbered in
// Morton order in the square that holds the picture. A cell is full if it is
// one leaf or a part of one.

// The list of a tile that is not full, tile by tile, row by row: each quad as
// its mean, with x | y << 6 | level << 12, relative to the tile, at bit 14 of
// the second word.
layout(std430, binding = 4) buffer Drafts { uvec2 drafts[]; };
#define PIXELS_IN_TILE 4096

// Of a tile that is not full the number of quads; of the first tile in a full
// cell, the largest there is, the packed mean.
layout(std430, binding = 5) coherent buffer Tiles { uvec2 tiles[]; };

// Where a block's quads begin in the list.
struct BlockPlace {
	uint first;
	// Of its full cells: 16 bits for level 7, 4 for level 8; from bit 24 on the
	// level of the one quad that covers all of the block: 0 where there is none,
	// NO_QUAD where it begins in another block or is left out.
	uint merges;
	uvec2 full; // its tiles
};
layout(std430, binding = 7) buffer Places { BlockPlace places[]; };

#define NO_QUAD 15u

uniform ivec2 limits; // least and greatest level of a quad
