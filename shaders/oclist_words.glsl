// Shared by the two passes of the fast builder of cubes: words of 4×4×4 pixels, tiles, blocks.
//
// A word is 4×4×4 pixels in the Morton order of x, y and frames, as a uvec2, the lower half first; one
// invocation handles one word. A tile is 4×4×4 words; one workgroup handles one tile. A block is 4×4×4
// tiles, 64 pixels and frames per side; no cube is larger. Blocks are numbered in the Morton order of x
// and y in the square that contains the picture, words and tiles in that of x, y and frames.

#define WG_SIZE 64

struct Block {
	uint n_cubes; // of tiles that are not full; after the prefix sums, those of earlier blocks
	uint done;    // unused
	uvec2 full;   // its full tiles
};

layout(std430, binding = 4) buffer TileCubes { uint tile_cubes[]; }; // 0 for a full tile

bool may_be_full(int level) { return level <= limits.y; }

// Returns whether 64 cells of a level form one cell two levels above.
bool is_full_cell(uvec2 w, int level) { return (w.x & w.y) == 0xffffffffu && may_be_full(level + 2); }

// Returns the first cells of the 2×2×2 cells in half a word that form one cell.
uint eights(uint h, int level)
{
	uint w = h & h >> 1;
	w &= w >> 2;
	return may_be_full(level + 1) ? w & w >> 4 & 0x01010101u : 0u;
}

// Returns the first cells of the cubes of half a word's cells, if its word is not full.
uint half_starts(uint h, int level)
{
	uint e = eights(h, level);
	return (level >= limits.x ? h & ~(e * 255u) : 0u) | (level + 1 >= limits.x ? e : 0u);
}

uvec2 starts_of(uvec2 w, int level) { return uvec2(half_starts(w.x, level), half_starts(w.y, level)); }

uint n_bits(uvec2 w) { return uint(bitCount(w.x) + bitCount(w.y)); }

bool has_bit(uvec2 w, uint i) { return ((i < 32u ? w.x : w.y) >> i % 32u & 1u) == 1u; }

// Returns the bits below bit i.
uvec2 below(uint i) { return i < 32u ? uvec2((1u << i) - 1u, 0u) : uvec2(0xffffffffu, (1u << i % 32u) - 1u); }

// Returns the position of cell i of 4×4×4.
uvec3 cell_of(uint i) { return uvec3(i & 1u | i >> 2 & 2u, i >> 1 & 1u | i >> 3 & 2u, i >> 2 & 1u | i >> 4 & 2u); }

// Returns the inverse.
uint cell_index(uvec3 p)
{
	uvec3 bits = p & 1u | (p & 2u) << 2;
	return bits.x | bits.y << 1 | bits.z << 2;
}

// Returns the number of a tile's block.
uint block_of(uvec2 tile)
{
	uvec2 p = tile / 4u;
	p = (p | p << 4) & 0x0f0fu;
	p = (p | p << 2) & 0x3333u;
	p = (p | p << 1) & 0x5555u;
	return p.x | p.y << 1;
}

// Spreads each nibble of 16 bits to a byte.
uint nibbles(uint v)
{
	v = (v | v << 8) & 0x00ff00ffu;
	return (v | v << 4) & 0x0f0f0f0fu;
}

// Returns the 4×4 pixels of a frame at p.
uint square(ivec2 p, int frame)
{
	if (frame >= window.z || any(greaterThanEqual(p, window.xy)))
		return 0u;
	return masks[mask_ix(p, frame)] >> 4 * (p.x & 4) & 0xffffu;
}

// Returns the invocation's word: a nibble of each frame's mask has the same 2×2 pixels here.
uvec2 word_of(uvec3 tile, uint word)
{
	ivec3 p = ivec3(16u * tile + 4u * cell_of(word));
	return uvec2(nibbles(square(p.xy, p.z)) | nibbles(square(p.xy, p.z + 1)) << 4,
	             nibbles(square(p.xy, p.z + 2)) | nibbles(square(p.xy, p.z + 3)) << 4);
}
