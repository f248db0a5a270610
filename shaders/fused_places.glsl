// The last workgroup's part: full blocks to larger leaves, counts to places.

// Bitmaps one after another: level 0 has a bit a block, level j a bit for each
// square of 4^j blocks, set where all of them are full.
shared uint sh_bits[MAX_BITMAP_WORDS];
shared uint sh_counts[WG_SIZE];
shared uint sh_n_pixels;

uint bitmap_words(int level)
{
	return max((1u << 2 * (n_block_levels - level)) / 32u, 1u);
}

// The 8 squares of four whose bits fill a word.
uint narrow(uint w)
{
	w = w & w >> 1 & w >> 2 & w >> 3 & 0x11111111u;
	w = (w | w >> 3) & 0x03030303u;
	w = (w | w >> 6) & 0x000f000fu;
	return (w | w >> 12) & 0xffu;
}

void find_full_squares()
{
	uint below = 0u;
	for (int level = 1; level <= n_block_levels; level++) {
		barrier();
		uint n_below = bitmap_words(level - 1);
		uint above = below + n_below;
		uint i = gl_LocalInvocationIndex;
		if (i < bitmap_words(level)) {
			uint word = 0u;
			for (uint j = 0u; j < 4u && 4u * i + j < n_below; j++)
				word |= narrow(sh_bits[below + 4u * i + j]) << 8u * j;
			sh_bits[above + i] = word;
		}
		below = above;
	}
	barrier();
}

// The level of the largest leaf that a full block is in, if the block is its
// first; else NO_QUAD.
uint full_block_level(uint block)
{
	uint start = 0u;
	int level = 0;
	while (level < n_block_levels) {
		uint above = start + bitmap_words(level);
		uint square = block >> 2 * (level + 1);
		if ((sh_bits[above + square / 32u] >> square % 32u & 1u) == 0u)
			break;
		start = above;
		level++;
	}
	return (block & ((1u << 2 * level) - 1u)) == 0u ? uint(9 + level) : NO_QUAD;
}

uint n_block_quads(uint block, uint level)
{
	if (level == 0u)
		return blocks[block].n_quads + n_bits(leaf_starts(blocks[block].full));
	return level == NO_QUAD ? 0u : 1u;
}

void place_blocks()
{
	memoryBarrierBuffer();
	uint self = gl_LocalInvocationIndex;
	if (self < MAX_BITMAP_WORDS)
		sh_bits[self] = 0u;
	if (self == 0)
		sh_n_pixels = 0u;
	barrier();

	// Each invocation has a run of blocks, one in pictures up to 8192 a side.
	uint n_blocks = 1u << 2 * n_block_levels;
	uint run = (n_blocks + WG_SIZE - 1u) / WG_SIZE;
	uint first = min(self * run, n_blocks);
	uint last = min(first + run, n_blocks);
	for (uint i = first; i < last; i++)
		if (is_full(blocks[i].full))
			atomicOr(sh_bits[i / 32u], 1u << i % 32u);
	find_full_squares();

	uint n_own = 0u;
	uint n_own_pixels = 0u;
	for (uint i = first; i < last; i++) {
		uint level = is_full(blocks[i].full) ? full_block_level(i) : 0u;
		n_own += n_block_quads(i, level);
		n_own_pixels += blocks[i].n_pixels;
	}
	atomicAdd(sh_n_pixels, n_own_pixels);
	sh_counts[self] = n_own;
	barrier();
	for (uint reach = 1u; reach < min(n_blocks, uint(WG_SIZE)); reach *= 2u) {
		uint n_before = self >= reach ? sh_counts[self - reach] : 0u;
		barrier();
		sh_counts[self] += n_before;
		barrier();
	}
	uint place = sh_counts[self] - n_own;
	for (uint i = first; i < last; i++) {
		uvec2 full = blocks[i].full;
		uint level = is_full(full) ? full_block_level(i) : 0u;
		places[i] = BlockPlace(place, level, full);
		place += n_block_quads(i, level);
		blocks[i] = Block(0u, 0u, uvec2(0));
	}

	if (self == min(n_blocks, uint(WG_SIZE)) - 1u) {
		n_done = 0u;
		n_quads = place;
		n_leaf_pixels = sh_n_pixels;
		draw_vertices = 6 * QUADS_PER_INSTANCE;
		draw_instances = (place + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
		draw_first_vertex = 0;
		draw_first_instance = 0;
	}
}
