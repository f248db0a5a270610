// The quads of whole blocks: the quads of their tiles, and the quads of full blocks.

#include "fused_squares.glsl"

shared uvec2 sh_full_sums;

// Returns for a block: its quads, 1 if it is full, the pixels under its quads. The quad and the pixels
// of a full block count only in count_full_blocks.
uvec3 block_sums(uint i)
{
	Block b = blocks[first_block + i];
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

// Counts, for the full blocks before end, the quads that start at them and the blocks that lie in a
// quad. Has barriers.
uvec2 count_full_blocks(uint end)
{
	uint self = gl_LocalInvocationIndex;
	clear_squares();
	if (self == 0u)
		sh_full_sums = uvec2(0u);
	barrier();
	for (uint i = self; i < uint(n_blocks); i += uint(WG_SIZE))
		if (is_full_cell(blocks[first_block + i].full, 9))
			mark_square(i);
	barrier();
	for (uint i = self; i < end; i += uint(WG_SIZE)) {
		if (is_marked(i)) {
			uvec3 quad = quad_of_square(i, 9, uint(n_blocks));
			atomicAdd(sh_full_sums.x, quad.x);
			atomicAdd(sh_full_sums.y, quad.z);
		}
	}
	barrier();
	return sh_full_sums;
}
