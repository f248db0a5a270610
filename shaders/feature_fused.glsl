// Declarations that the two passes of the fused feature combiner share.
//
// A cell is 4×4 pixels, a tile 64×64, a block 8×8 tiles. Cells of a tile, tiles
// and blocks are numbered in Morton order in the square that holds the picture.
// An invocation handles one cell. A square is full if it is one leaf or a part of one.

#define WG_SIZE 256

// The cells, tile by tile, row by row. If a leaf of level 2 to 5 begins here, its mean, see
// pack_mean. In bits that are free otherwise:
//
//	x, bits 28 to 30  its level; NO_LEAF if no quad begins here; 0 if
//	                  smaller quads may begin
//	y, bits 14 to 26  the number of quads before it in the tile
//	y, bits 27 to 30  which of the cell's 2×2 squares are full
layout(std430, binding = 4) buffer Cells { uvec2 cells[]; };

#define NO_LEAF 7u

// For a tile that is not full, the number of quads. For the first tile in the largest
// full square, the packed mean.
layout(std430, binding = 5) coherent buffer Tiles { uvec2 tiles[]; };

// The places in the list where a block's quads begin.
struct BlockPlace {
	uint first;
	// Its full squares: 16 bits for level 7, 4 for level 8. From bit 24 on, the
	// level of the one quad that covers all of the block: 0 if there is none,
	// NO_QUAD if it begins in another block or is left out.
	uint merges;
	uvec2 full; // its tiles
};
layout(std430, binding = 7) buffer Places { BlockPlace places[]; };

#define NO_QUAD 15u

uniform ivec2 limits; // smallest and largest level of a quad

// Which of the 4×4 pixels at p are inside the picture, in Morton order.
uint pixels_inside(ivec2 p)
{
	ivec2 left = size - p;
	if (left.x >= 4 && left.y >= 4)
		return 0xffffu;
	uint bits = 0u;
	for (uint i = 0u; i < 16u; i++)
		if (all(lessThan(ivec2(morton_cell(i)), left)))
			bits |= 1u << i;
	return bits;
}
