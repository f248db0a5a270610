// The quads of whole blocks: the quads of the tiles in them, and the quads that
// full blocks make.

shared uint sh_full[32]; // one bit for each block, at most 2^10
shared uvec2 sh_full_sums;

// For a block: its quads, 1 if it is full, the pixels under its quads. A full
// block counts its quad and its pixels only in count_full_blocks.
uvec3 block_sums(uint i)
{
	Block b = blocks[i];
	if (b.full == uvec2(0u))
		return uvec3(b.n_quads, 0u, b.n_pixels);
	if (is_full_cell(b.full, 9))
		return uvec3(0u, 1u, 0u);
	return uvec3(b.n_quads + n_leaves(b.full, 6), 0u, b.n_pixels + 4096u * n_leaf_cells(b.full, 6));
}

// The quads that start in a tile of a block that is not full.
uint n_tile_quads(uvec2 full_tiles, uint first_tile, uint i)
{
	if (!has_bit(full_tiles, i))
		return tile_quads[first_tile + i];
	return leaves_of(full_tiles[i / 32u], 6).starts >> i % 32u & 1u;
}

// Whether all of the n blocks in the square around a block are full; n is a
// power of 4.
bool is_full_square(uint block, uint n)
{
	uint first = block & ~(n - 1u);
	if (n < 32u) {
		uint mask = (1u << n) - 1u;
		return (sh_full[first / 32u] >> first % 32u & mask) == mask;
	}
	for (uint i = 0u; i < n / 32u; i++)
		if (sh_full[first / 32u + i] != 0xffffffffu)
			return false;
	return true;
}

// The quad to which a full block belongs: 1 if it is in the list and starts here, its
// level, 1 if it is in the list.
uvec3 quad_of_full_block(uint block)
{
	int level = 9;
	uint n = 1u;
	while (4u * n <= uint(n_blocks) && may_be_full(level + 1) && is_full_square(block, 4u * n)) {
		level++;
		n *= 4u;
	}
	uint listed = level >= levels.x ? 1u : 0u;
	return uvec3((block & (n - 1u)) == 0u ? listed : 0u, uint(level), listed);
}

// Counts the full blocks before end: the quads that start at them, and how many lie
// in a quad. Has barriers.
uvec2 count_full_blocks(uint end)
{
	uint self = gl_LocalInvocationIndex;
	if (self < 32u)
		sh_full[self] = 0u;
	if (self == 0u)
		sh_full_sums = uvec2(0u);
	barrier();
	for (uint i = self; i < uint(n_blocks); i += uint(WG_SIZE))
		if (is_full_cell(blocks[i].full, 9))
			atomicOr(sh_full[i / 32u], 1u << i % 32u);
	barrier();
	for (uint i = self; i < end; i += uint(WG_SIZE)) {
		if ((sh_full[i / 32u] >> i % 32u & 1u) != 0u) {
			uvec3 quad = quad_of_full_block(i);
			atomicAdd(sh_full_sums.x, quad.x);
			atomicAdd(sh_full_sums.y, quad.z);
		}
	}
	barrier();
	return sh_full_sums;
}
