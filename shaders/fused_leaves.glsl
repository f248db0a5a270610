// Shared by the passes of package fused: the leaves of a tile's words.
//
// A word is 8×8 pixels; one invocation handles half a word. A tile is 8×8 words; one workgroup handles
// one tile. A block is 8×8 tiles. Words, tiles and blocks are numbered in Morton order in the square
// that contains the picture.
//
// Without LIMITED quads have any size; with POINTS they have the size of a pixel. With SUBGROUPS sums
// over a workgroup use subgroup operations.

#define WG_SIZE 128

#ifdef LIMITED
uniform ivec2 levels; // of the smallest and the largest quad
#elif defined(POINTS)
const ivec2 levels = ivec2(0, 0);
#else
const ivec2 levels = ivec2(0, 14);
#endif

// A word, tile or block is full if all its pixels are leaves and quads may be that large. It is then a
// cell of its level.
bool may_be_full(int level) { return level <= levels.y; }

bool is_full_cell(uvec2 w, int level) { return is_full(w) && may_be_full(level); }

// The quads of half a word's cells of a level, if the word is not full.
struct Leaves {
	uint starts; // their top left cells
	uint raised; // 2 bits for each: how many levels the quad is above the cells
	uint cells;  // all cells
};

Leaves leaves_of(uint h, int level)
{
	uint l1 = may_be_full(level + 1) ? blocks_of_4(h) : 0u;
	uint l2 = may_be_full(level + 2) ? blocks_of_16(l1) : 0u;
	uint in_4 = l1 * 15u;
	uint in_16 = l2 * 0xffffu;
	uint only_1 = h & ~in_4;
	uint only_4 = l1 & ~in_16;
#ifdef LIMITED
	uint of_1 = level >= levels.x ? 0xffffffffu : 0u;
	uint of_4 = level + 1 >= levels.x ? 0xffffffffu : 0u;
	uint of_16 = level + 2 >= levels.x ? 0xffffffffu : 0u;
	return Leaves(only_1 & of_1 | only_4 & of_4 | l2 & of_16, only_4 | l2 << 1,
	              only_1 & of_1 | in_4 & ~in_16 & of_4 | in_16 & of_16);
#else
	return Leaves(only_1 | only_4 | l2, only_4 | l2 << 1, h);
#endif
}

// Returns the index of half a word, which 0 or 1, in a tile: the upper halves come first.
uint half_ix(uint word, uint which) { return 64u * which + word; }

uint n_leaves(uvec2 w, int level)
{
	return uint(bitCount(leaves_of(w.x, level).starts) + bitCount(leaves_of(w.y, level).starts));
}

uint n_leaf_cells(uvec2 w, int level)
{
	return uint(bitCount(leaves_of(w.x, level).cells) + bitCount(leaves_of(w.y, level).cells));
}
