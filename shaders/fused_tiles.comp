// From luma to leaf words and, in the last workgroup, to each block's place in
// the list.
//
// Luma       binding 0: the plane's bytes as they lie in memory
// Commands   binding 1: out, the draw command and the counts
// Words      binding 4: out
// TileQuads  binding 5: out
// State      binding 6: sums over blocks, made and used up here
// Places     binding 7: out
// dispatch   ceil(width / 128) · ceil(height / 128) workgroups; afterwards a
//            barrier for storage and commands
//
// A tile whose pixels are all leaves may be a part of a larger leaf, which only
// all tiles together can tell: so the workgroup that finishes last, by an
// atomic count, merges full blocks and adds up the counts.

#include "quad_words.glsl"
#include "fused.glsl"
#include "quadlist.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 0) readonly buffer Luma { uint luma[]; };

uniform ivec2 luma_bytes;   // row to row, sample to sample
uniform uvec2 threshold;    // T as (high, low) 32-bit words
uniform int n_block_levels; // log2 of the blocks along the square's side

shared uint sh_sums[TILES_PER_GROUP]; // quads | leaf pixels << 12
shared uint sh_full[2 * TILES_PER_GROUP];
shared bool sh_is_last;

#include "fused_samples.glsl"
#include "fused_places.glsl"

void main()
{
	uint lane = gl_LocalInvocationIndex % 64u;
	uint quarter = gl_LocalInvocationIndex / 64u;
	uvec2 tile = own_tile();
	uint tile_ix = morton_ix(tile);
	bool tile_inside = all(lessThan(tile * 64u, uvec2(size)));
	if (lane == 0) {
		sh_sums[quarter] = 0;
		sh_full[2 * quarter] = 0;
		sh_full[2 * quarter + 1] = 0;
	}
	barrier();

	ivec2 origin = ivec2(tile * 64u + 8u * morton_cell(lane));
	uvec2 w = uvec2(0);
	if (all(lessThan(origin, size)))
		w = leaf_word(origin);
	if (tile_inside)
		words[tile_ix * 64u + lane] = w;
	if (is_full(w)) {
		atomicOr(sh_full[2 * quarter + lane / 32u], 1u << lane % 32u);
		atomicAdd(sh_sums[quarter], 64u << 12);
	} else if (w != uvec2(0)) {
		atomicAdd(sh_sums[quarter], n_bits(leaf_starts(w)) | n_bits(w) << 12);
	}
	barrier();

	if (lane == 0 && tile_inside) {
		uvec2 full = uvec2(sh_full[2 * quarter], sh_full[2 * quarter + 1]);
		uint block = tile_ix / 64u;
		uint n_tile = (sh_sums[quarter] & 0xfffu) + n_bits(leaf_starts(full));
		if (is_full(full)) {
			n_tile = 0u;
			if (tile_ix % 64u < 32u)
				atomicOr(blocks[block].full.x, 1u << tile_ix % 32u);
			else
				atomicOr(blocks[block].full.y, 1u << tile_ix % 32u);
		}
		tile_quads[tile_ix] = n_tile;
		if (n_tile > 0u)
			atomicAdd(blocks[block].n_quads, n_tile);
		if (sh_sums[quarter] > 0u)
			atomicAdd(blocks[block].n_pixels, sh_sums[quarter] >> 12);
	}
	memoryBarrierBuffer();
	barrier();
	if (gl_LocalInvocationIndex == 0)
		sh_is_last = atomicAdd(n_done, 1u) == gl_NumWorkGroups.x - 1u;
	barrier();
	if (sh_is_last)
		place_blocks();
}
