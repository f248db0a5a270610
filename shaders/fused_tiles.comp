// Computes leaf pixels from samples, and sums over tiles and blocks.
//
// Planes     bindings 0 to 2: the planes' bytes as they lie in memory
// TileWords  binding 3: out
// Halves     binding 4: out
// TileQuads  binding 5: out
// Blocks     binding 6: out, all zero before
// Next       binding 7: the blocks of the next frame, zeroed here
// dispatch   ceil(width / 64) × ceil(height / 64) workgroups, a layer for each class;
//            afterwards a barrier for storage
//
// A tile whose pixels are all leaves can be part of a larger quad. That depends on all tiles together;
// the next pass computes it.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#include "fused.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 7) writeonly buffer Next { Block next_blocks[]; };

shared uint sh_halves[WG_SIZE];

#include "fused_group.glsl"
#ifdef OPERATOR_DISTANCE
#include "fused_colours.glsl"
#else
#include "fused_samples.glsl"
#endif

void main()
{
	uint self = invocation();
	uvec2 tile = gl_WorkGroupID.xy;
	uint tile_ix = 64u * first_block + morton_ix(tile);

	if (self < uint(WG_SIZE / 32))
		sh_votes[self] = 0u;

	// Neighbouring invocations read neighbouring samples here, ...
	uvec2 place = uvec2(self % 8u, self / 8u);
	ivec2 origin = ivec2(tile * 64u + place * uvec2(8u, 4u));
	sh_halves[half_ix(morton_ix(uvec2(place.x, place.y / 2u)), place.y % 2u)] =
		all(lessThan(origin, size)) ? leaf_half(origin) : 0u;
	barrier();
	// ... and continue with the halves in the order of Halves.
	uint h = sh_halves[self];
	halves[tile_ix * WG_SIZE + self] = h;

	bool word_full = is_full_cell(uvec2(h, sh_halves[self ^ 64u]), 3);
	vote(word_full);
	uint n_own = 0u; // quads | pixels under them << 16
	if (!word_full) {
		Leaves leaves = leaves_of(h, 0);
		n_own = uint(bitCount(leaves.starts)) | uint(bitCount(leaves.cells)) << 16;
	}
	uint before;
	uint sum = scan(uvec2(n_own, 0u), before).x;

	if (self == 0u) {
		uvec2 full = uvec2(sh_votes[0], sh_votes[1]);
		uint block = tile_ix / 64u;
		uint in_block = tile_ix % 64u;
		uint n_tile = 0u;
		if (is_full_cell(full, 6)) {
			if (in_block < 32u)
				atomicOr(blocks[block].full.x, 1u << in_block);
			else
				atomicOr(blocks[block].full.y, 1u << in_block % 32u);
		} else {
			n_tile = (sum & 0xffffu) + n_leaves(full, 3);
			uint n_pixels = (sum >> 16) + 64u * n_leaf_cells(full, 3);
			if (n_tile > 0u) {
				atomicAdd(blocks[block].n_quads, n_tile);
				atomicAdd(blocks[block].n_pixels, n_pixels);
			}
		}
		tile_words[tile_ix] = full;
		tile_quads[tile_ix] = n_tile;
		if (in_block == 0u)
			next_blocks[block] = Block(0u, 0u, uvec2(0u));
	}
}
