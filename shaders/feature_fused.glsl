// Declarations shared by the two passes of the fused feature combiner.
//
// A cell is 4×4 pixels, a tile 64×64, a block 8×8 tiles. Cells of a tile, tiles and blocks are numbered
// in Morton order in the square that contains the picture. One invocation handles one cell. A square is
// full if it is one leaf or part of one.

#define WG_SIZE 256

// The cells, tile by tile, row by row. If a leaf of level 2 to 5 starts here, its mean, see pack_mean.
// In the spare bits:
//
//	x, bits 28 to 30  its level; NO_LEAF if no quad starts here; 0 if
//	                  smaller quads can start here
//	y, bits 14 to 26  the number of quads before it in the tile
//	y, bits 27 to 30  which of the cell's 2×2 squares are full
layout(std430, binding = 4) buffer Cells { uvec2 cells[]; };

#define NO_LEAF 7u

// For a tile that is not full, the number of quads. For the first tile of the largest full square, the
// packed mean.
layout(std430, binding = 5) coherent buffer Tiles { uvec2 tiles[]; };

// The list indices of a block's first quads.
struct BlockPlace {
	uint first;
	// Its full squares: 16 bits for level 7, 4 for level 8. From bit 24, the level of the one quad that
	// covers the whole block: 0 if there is none, NO_QUAD if it starts in another block or is left out.
	uint merges;
	uvec2 full; // its full tiles
};
layout(std430, binding = 7) buffer Places { BlockPlace places[]; };

#define NO_QUAD 15u

uniform ivec2 limits; // smallest and largest level of a quad

// Returns which of the 4×4 pixels at p are inside the picture, in Morton order.
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
