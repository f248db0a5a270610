// The last workgroup's part: it merges full tiles into larger leaves, and turns counts into list
// indices by prefix sums.

// Bitmaps, one after the other: level 7 has a bit for each square, set if the square is full, level 8 a
// bit for each four of these squares, and so on.
shared uint sh_bits[MAX_BITMAP_WORDS];
shared uint sh_counts[WG_SIZE];
shared uint sh_n_list_pixels;
shared bool sh_some; // whether any four full tiles can merge

// Returns the number of words of a level's bitmap.
uint bitmap_words(int level)
{
	return max((1u << 2 * (n_block_levels + 9 - level)) / 32u, 1u);
}

// Compacts the 8 squares of four squares each whose bits fill a word.
uint narrow(uint w)
{
	w = w & w >> 1 & w >> 2 & w >> 3 & 0x11111111u;
	w = (w | w >> 3) & 0x03030303u;
	w = (w | w >> 6) & 0x000f000fu;
	return (w | w >> 12) & 0xffu;
}

// Sets the bits of the levels from 7 up, those of level 7 from candidates, and writes the mean of each
// full square to its first tile.
void merge_tiles()
{
	uint at = 0u;   // of the level's bitmap
	uint below = 0u; // of the level below
	for (int level = 7; level <= n_block_levels + 9; level++) {
		int j = 2 * (level - 7); // log2 of the children's tiles
		uint n_squares = 1u << 2 * (n_block_levels + 9 - level);
		for (uint i = gl_LocalInvocationIndex; i < n_squares; i += WG_SIZE) {
			uint bit = 1u << i % 32u;
			bool candidate = level == 7 ? (sh_bits[i / 32u] & bit) != 0u : (sh_bits[below + i / 8u] >> 4u * (i % 8u) & 15u) == 15u;
			if (!candidate)
				continue;
			uint first = 4u * i << j;
			uint next = 1u << j;
			uint deviation;
			uvec3 mean = average(unpack_mean(tiles[first]), unpack_mean(tiles[first + next]),
			                     unpack_mean(tiles[first + 2u * next]), unpack_mean(tiles[first + 3u * next]), deviation);
			if (deviation <= uint(threshold) && level <= limits.y) {
				tiles[first] = pack_mean(mean);
				atomicOr(sh_bits[at + i / 32u], bit);
			} else {
				atomicAnd(sh_bits[at + i / 32u], ~bit);
			}
		}
		memoryBarrierBuffer();
		barrier();
		below = at;
		at += bitmap_words(level);
	}
}

// Returns the full squares of levels 7 and 8 in a block, and the level of the quad that covers the
// block, as in a BlockPlace. The level is set even if the quad is left out or starts in another block.
uint block_merges(uint block)
{
	uint at = bitmap_words(7);
	uint merges = sh_bits[block / 2u] >> 16u * (block % 2u) & 0xffffu;
	merges |= (sh_bits[at + block / 8u] >> 4u * (block % 8u) & 15u) << 16;
	at += bitmap_words(8);
	uint square = block;
	for (int level = 9; level <= n_block_levels + 9; level++) {
		if ((sh_bits[at + square / 32u] >> square % 32u & 1u) == 0u)
			break;
		merges = merges & 0xffffffu | uint(level) << 24;
		at += bitmap_words(level);
		square /= 4u;
	}
	return merges;
}

bool is_first_of(uint block, uint level) { return (block & (1u << 2u * (level - 9u)) - 1u) == 0u; }

// Returns the number of quads that start in a block, and the number of pixels under those larger than
// tiles.
uint n_block_quads(uint block, Block sums, uint merges, out uint n_large_pixels)
{
	uint level = merges >> 24;
	n_large_pixels = 0u;
	if (level != 0u) {
		if (!is_first_of(block, level) || int(level) < limits.x)
			return 0u;
		n_large_pixels = 1u << 2u * level;
		return 1u;
	}
	uint n_6 = n_bits(sums.full);
	uint n_7 = uint(bitCount(merges & 0xffffu));
	uint n_8 = uint(bitCount(merges >> 16 & 15u));
	uint n = sums.n_quads;
	if (limits.x <= 6)
		n += n_6 - 4u * n_7;
	if (limits.x <= 7)
		n += n_7 - 4u * n_8;
	if (limits.x <= 8)
		n += n_8;
	n_large_pixels = limits.x == 8 ? n_8 << 16 : n_7 << 14;
	return n;
}

void place_blocks()
{
	memoryBarrierBuffer();
	uint self = gl_LocalInvocationIndex;
	for (uint i = self; i < MAX_BITMAP_WORDS; i += WG_SIZE)
		sh_bits[i] = 0u;
	if (self == 0u) {
		sh_n_list_pixels = 0u;
		sh_some = false;
	}
	barrier();

	// Each invocation has a run of blocks: one block in pictures of up to 8192 per side.
	uint n_blocks = 1u << 2 * n_block_levels;
	uint run = (n_blocks + WG_SIZE - 1u) / WG_SIZE;
	uint first = min(self * run, n_blocks);
	uint last = min(first + run, n_blocks);
	Block own = Block(0u, 0u, uvec2(0)); // the first block, in most pictures the only one to load
	if (first < last)
		own = blocks[first];
	for (uint i = first; i < last; i++) {
		uvec2 full = i == first ? own.full : blocks[i].full;
		uint candidates = narrow(full.x) | narrow(full.y) << 8;
		if (candidates != 0u) {
			atomicOr(sh_bits[i / 2u], candidates << 16u * (i % 2u));
			sh_some = true;
		}
	}
	barrier();
	if (sh_some)
		merge_tiles();

	uint n_own = 0u;
	uint n_own_pixels = 0u;
	for (uint i = first; i < last; i++) {
		Block sums = own;
		if (i != first)
			sums = blocks[i];
		uint n_large_pixels;
		n_own += n_block_quads(i, sums, block_merges(i), n_large_pixels);
		n_own_pixels += limits.x <= 6 ? sums.n_pixels : n_large_pixels;
	}
	if (n_own_pixels != 0u)
		atomicAdd(sh_n_list_pixels, n_own_pixels);
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
		Block sums = own;
		if (i != first)
			sums = blocks[i];
		uint merges = block_merges(i);
		uint n_large_pixels;
		uint n = n_block_quads(i, sums, merges, n_large_pixels);
		if (merges >> 24 != 0u && n == 0u)
			merges |= NO_QUAD << 24;
		places[i] = BlockPlace(place, merges, sums.full);
		place += n;
		blocks[i] = Block(0u, 0u, uvec2(0));
	}

	if (self == min(n_blocks, uint(WG_SIZE)) - 1u) {
		n_done = 0u;
		n_quads = place;
		n_leaf_pixels = limits.x == 0 ? uint(size.x * size.y) : sh_n_list_pixels;
		draw_vertices = 6 * QUADS_PER_INSTANCE;
		draw_instances = (place + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
		draw_first_vertex = 0;
		draw_first_instance = 0;
	}
}
