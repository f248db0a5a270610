// Writes the quads of each tile directly to their list entries.
//
// Commands   binding 1: out, the draw command and the counts
// Quads      binding 2: out, a quad packed as x | y << 14 | level << 28
// TileWords  binding 3
// Halves     binding 4
// TileQuads  binding 5
// Blocks     binding 6
// ValuePlane binding 0, with VALUES
// Values     binding 7, with VALUES: out
// dispatch   as fused_tiles; afterwards a barrier for storage and commands
//
// Each workgroup adds up the quads before its tile. The first workgroup adds up all quads for the
// commands. With CLASSES, fused_classes.comp has added up those of each class.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#include "fused.glsl"
#include "fused_commands.glsl"

layout(local_size_x = WG_SIZE) in;

#ifdef CLASSES
uniform int n_classes;
#endif

// Quads are staged in the memory used for sums before: more shared memory is slower.
#define STAGED 1280
#define SCRATCH_SIZE STAGED
#include "fused_group.glsl"
#define sh_staged sh_scratch
#define QUADS_BINDING 2
#define VALUE_PLANE_BINDING 0
#include "fused_write.glsl"
#include "fused_blocks.glsl"

shared uint sh_n_pixels;

void main()
{
	uint self = invocation();
	uvec2 tile = gl_WorkGroupID.xy;
	uint tile_ix = morton_ix(tile);
	uint block = tile_ix / 64u;
	uint in_block = tile_ix % 64u;
	uint first_tile = 64u * first_block;
	bool is_first = first_tile + tile_ix == 0u;
	Block own = blocks[first_block + block];
	bool block_full = is_full_cell(own.full, 9);

	// This half's quads.
	uint word = self / 2u;
	Share share = half_share(halves[(first_tile + tile_ix) * WG_SIZE + half_ix(word, self % 2u)], word, tile_words[first_tile + tile_ix]);
	if (has_bit(own.full, in_block)) {
		uvec2 quad = quad_of_cell(own.full, in_block, 6);
		share.leaves = Leaves(self == 0u && !block_full ? quad.x : 0u, 0u, 0u);
		share.level = quad.y;
	}

	// The number of quads before: in tiles of the block, in earlier blocks; for the first workgroup, in
	// all blocks.
	uint n_quads_before = self < in_block ? n_tile_quads(own.full, first_tile + tile_ix - in_block, self) : 0u;
	uint n_full = self == 0u && block_full ? 1u : 0u;
	uint n_pixels = 0u;
#ifdef CLASSES
	uint end = block;
#else
	uint end = is_first ? uint(n_blocks) : block;
#endif
	for (uint i = self; i < end; i += uint(WG_SIZE)) {
		uvec3 sums = block_sums(i);
		n_quads_before += sums.x;
		n_full += sums.y;
		n_pixels += sums.z;
	}
	if (self == 0u)
		sh_n_pixels = 0u;
	uint before; // quads in the tile, below 2^13, | full blocks << 16
	uvec2 total = scan(uvec2(uint(bitCount(share.leaves.starts)) | n_full << 16, n_quads_before), before);
	n_quads_before = total.y;
	uint n_tile = total.x & 0xffffu;
	if (total.x >> 16 > 0u) {
		uvec2 full = count_full_blocks(end);
		n_quads_before += full.x;
		n_pixels += self == 0u ? full.y << 18 : 0u;
		if (block_full && in_block == 0u) {
			uvec3 quad = quad_of_square(block, 9, uint(n_blocks));
			n_tile = quad.x;
			share.leaves.starts = self == 0u ? quad.x : 0u;
			share.level = quad.y;
		}
	}
#ifdef CLASSES
	uvec2 sums = uvec2(0u); // over all classes
	for (int i = 0; i < n_classes; i++) {
		n_quads_before += uint(i) < gl_WorkGroupID.z ? class_quads[i] : 0u;
		sums += uvec2(class_quads[i], class_pixels[i]);
	}
	if (is_first && self == 0u)
		set_commands(sums.x, sums.y);
#else
	if (is_first) {
		atomicAdd(sh_n_pixels, n_pixels);
		barrier();
		if (self == 0u)
			set_commands(n_quads_before, sh_n_pixels);
		n_quads_before = 0u;
	}
#endif

	share.entry = before & 0xffffu;
	for (uint part = 0u; part < n_tile; part += uint(STAGED)) {
		stage(share, part);
		barrier();
		write_staged(part, n_tile, n_quads_before, pack_quad(tile * 64u, 0u));
		barrier();
	}
}
