// 8×8 cells of a level as one word: bit i is the cell with Morton index i, bits x0 y0 x1 y1 x2 y2. A
// word is a uvec2, the lower half first.

// Returns the top left cells of blocks of 2×2 set cells, in half a word.
uint blocks_of_4(uint h) { return h & h >> 1 & h >> 2 & h >> 3 & 0x11111111u; }

// Returns the top left cells of blocks of 4×4 set cells, from those of 2×2.
uint blocks_of_16(uint l1) { return l1 & l1 >> 4 & l1 >> 8 & l1 >> 12 & 0x00010001u; }

// Returns the top left cells of the leaves, of at most 4×4 cells, that contain the cells of half a
// word.
uint half_starts(uint h)
{
	uint l1 = blocks_of_4(h);
	uint l2 = blocks_of_16(l1);
	return ((h & ~(l1 * 15u) | l1) & ~(l2 * 0xffffu)) | l2;
}

bool is_full(uvec2 w) { return (w.x & w.y) == 0xffffffffu; }

bool has_bit(uvec2 w, uint i) { return (w[i / 32u] >> i % 32u & 1u) == 1u; }

// Returns the top left cells of the leaves that contain a word's cells, if the word is not full.
uvec2 leaf_starts(uvec2 w) { return uvec2(half_starts(w.x), half_starts(w.y)); }

// Returns the level, 0 to 2 above its word's cells, of the leaf that starts at a bit.
uint leaf_level(uvec2 w, uint i)
{
	uint l1 = blocks_of_4(w[i / 32u]);
	return (l1 >> i % 32u & 1u) + (blocks_of_16(l1) >> i % 32u & 1u);
}

uint n_bits(uvec2 w) { return uint(bitCount(w.x) + bitCount(w.y)); }

// Returns the cell of a Morton index, up to 16 bits per coordinate.
uvec2 morton_cell(uint i)
{
	uvec2 p = uvec2(i, i >> 1) & 0x55555555u;
	p = (p | p >> 1) & 0x33333333u;
	p = (p | p >> 2) & 0x0f0f0f0fu;
	p = (p | p >> 4) & 0x00ff00ffu;
	return (p | p >> 8) & 0x0000ffffu;
}

// Returns the inverse.
uint morton_ix(uvec2 p)
{
	p = (p | p << 8) & 0x00ff00ffu;
	p = (p | p << 4) & 0x0f0f0f0fu;
	p = (p | p << 2) & 0x33333333u;
	p = (p | p << 1) & 0x55555555u;
	return p.x | p.y << 1;
}
