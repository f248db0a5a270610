// Counts the cubes of tiles; the last workgroup computes prefix sums over blocks.
//
// Masks      binding 0: see ocpyramid.glsl
// Commands   binding 1: out, the length of the list
// TileCubes  binding 4: out
// Sums       binding 5: one number, then a block for each; all zero before and after
// Blocks     binding 6: out, the number of cubes that start in earlier blocks, and the full tiles
// dispatch   ceil(width / 16) × ceil(height / 16) × ceil(frames / 16) workgroups, with the most frames
//            of a window; afterwards a barrier for storage
//
// A tile whose pixels are all leaves can be part of a larger cube. That depends on all tiles of its
// block together; the next pass computes it.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "ocpyramid.glsl"
#include "oclist.glsl"
#include "oclist_words.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 5) coherent buffer Sums {
	uint n_done; // finished workgroups
	uint unused[3];
	Block sums[];
};
layout(std430, binding = 6) writeonly buffer Blocks { Block blocks[]; };

uniform int n_blocks; // of the square that contains the picture

shared bool sh_last;

#include "fused_group.glsl"

// Returns the number of cubes that start in a block, within the limits.
uint n_in_block(Block b)
{
	if (is_full_cell(b.full, 4))
		return limits.x <= 6 ? 1u : 0u;
	return b.n_cubes + n_bits(starts_of(b.full, 4));
}

void main()
{
	uint self = invocation();
	uvec3 tile = gl_WorkGroupID;
	uint in_block = cell_index(tile & 3u);
	uint block = block_of(tile.xy);

	if (self < uint(WG_SIZE / 32))
		sh_votes[self] = 0u;
	barrier();
	uvec2 w = word_of(tile, self);
	bool is_full = is_full_cell(w, 0);
	vote(is_full);
	uint before;
	uint n_tile = scan(uvec2(is_full ? 0u : n_bits(starts_of(w, 0)), 0u), before).x;

	if (self == 0u) {
		uvec2 full = uvec2(sh_votes[0], sh_votes[1]);
		if (is_full_cell(full, 2)) {
			n_tile = 0u;
			if (in_block < 32u)
				atomicOr(sums[block].full.x, 1u << in_block);
			else
				atomicOr(sums[block].full.y, 1u << in_block % 32u);
		} else {
			n_tile += n_bits(starts_of(full, 2));
			if (n_tile > 0u)
				atomicAdd(sums[block].n_cubes, n_tile);
		}
		tile_cubes[64u * block + in_block] = n_tile;
		memoryBarrierBuffer();
		uvec3 n = gl_NumWorkGroups;
		sh_last = atomicAdd(n_done, 1u) == n.x * n.y * n.z - 1u;
	}
	barrier();
	if (!sh_last)
		return;

	// In the last workgroup each invocation adds up its part of the blocks.
	memoryBarrierBuffer();
	uint n_part = (uint(n_blocks) + uint(WG_SIZE) - 1u) / uint(WG_SIZE);
	uint first = min(self * n_part, uint(n_blocks));
	uint end = min(first + n_part, uint(n_blocks));
	uint n_own = 0u;
	for (uint i = first; i < end; i++) {
		Block b = sums[i]; // a copy, because NVIDIA's compiler cannot pass coherent memory to functions (C1317, driver 580)
		n_own += n_in_block(b);
	}
	uint place;
	uint total = scan(uvec2(n_own, 0u), place).x;
	for (uint i = first; i < end; i++) {
		Block b = sums[i];
		blocks[i] = Block(place, 0u, b.full);
		place += n_in_block(b);
		sums[i] = Block(0u, 0u, uvec2(0u));
	}
	if (self == 0u) {
		set_commands(total);
		n_done = 0u;
	}
}
