// Writes the quads of each tile, straight to their entries in the list.
//
// Commands   binding 1: out, the draw command and the counts
// Quads      binding 2: out, a quad packed as x | y << 14 | level << 28
// TileWords  binding 3
// Halves     binding 4
// TileQuads  binding 5
// Blocks     binding 6
// dispatch   as fused_tiles; afterwards a barrier for storage and commands
//
// Each workgroup adds up the quads before its tile. The first workgroup adds up
// all quads, for the commands.
//
// Each invocation finds the quads of half a word. If it wrote them to the list itself, a
// subgroup's stores would be scattered over as many lines of memory as it has invocations.
// So quads go to shared memory first, in the list's order, and then neighbouring
// invocations write neighbouring entries.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif

#include "quad_words.glsl"
#include "fused.glsl"
#include "quadlist.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

uniform int n_blocks; // of the square that holds the picture

// The quads of a tile are staged in parts of this many.
#define SCRATCH_SIZE 1280

#include "fused_group.glsl"
#include "fused_blocks.glsl"

shared uint sh_n_pixels;

uint pack_quad(uvec2 p, uint level) { return p.x | p.y << 14 | level << 28; }

// The one quad of a full cell of a word, if it starts such a quad.
uvec2 quad_of_cell(uvec2 w, uint cell, int level)
{
	Leaves leaves = leaves_of(w[cell / 32u], level);
	uint bit = cell % 32u;
	return uvec2(leaves.starts >> bit & 1u, uint(level) + (bit % 4u == 0u ? leaves.raised >> bit & 3u : 0u));
}

// A staged quad, without its tile: the Morton index of its upper left pixel in the tile,
// below 2^12, and its level.
uint stage_quad(uint pixel, uint level) { return pixel | level << 12; }

// The quad that was staged in the tile at corner, itself a quad of level 0.
uint unstage(uint corner, uint staged)
{
	uint p = staged & 0x555u | (staged & 0xaaau) << 15; // x's bits, y's bits above them
	p = (p | p >> 1) & 0x33333333u;
	p = (p | p >> 2) & 0x0f0f0f0fu;
	p = (p | p >> 4) & 0x003f003fu;
	return corner + (p & 0xffffu | p >> 16 << 14 | staged >> 12 << 28);
}

void main()
{
	uint self = invocation();
	uvec2 tile = gl_WorkGroupID.xy;
	uint tile_ix = morton_ix(tile);
	uint block = tile_ix / 64u;
	uint in_block = tile_ix % 64u;
	bool is_first = tile_ix == 0u;
	Block own = blocks[block];
	bool block_full = is_full_cell(own.full, 9);

	// This half's quads.
	uint word = self / 2u;
	Leaves leaves = leaves_of(halves[tile_ix * WG_SIZE + half_ix(word, self % 2u)], 0);
	uvec2 full_words = tile_words[tile_ix];
	uint level = 0u;
	if (has_bit(own.full, in_block)) {
		uvec2 quad = quad_of_cell(own.full, in_block, 6);
		leaves = Leaves(self == 0u && !block_full ? quad.x : 0u, 0u, 0u);
		level = quad.y;
	} else if (has_bit(full_words, word)) {
		uvec2 quad = quad_of_cell(full_words, word, 3);
		leaves = Leaves(self % 2u == 0u ? quad.x : 0u, 0u, 0u);
		level = quad.y;
	}

	// The quads before: of tiles in the block, of blocks; for the first
	// workgroup, of all blocks.
	uint n_quads_before = self < in_block ? n_tile_quads(own.full, tile_ix - in_block, self) : 0u;
	uint n_full = self == 0u && block_full ? 1u : 0u;
	uint n_pixels = 0u;
	uint end = is_first ? uint(n_blocks) : block;
	for (uint i = self; i < end; i += uint(WG_SIZE)) {
		uvec3 sums = block_sums(i);
		n_quads_before += sums.x;
		n_full += sums.y;
		n_pixels += sums.z;
	}
	if (self == 0u)
		sh_n_pixels = 0u;
	uint before; // quads in the tile, below 2^13, | full blocks << 16
	uvec2 total = scan(uvec2(uint(bitCount(leaves.starts)) | n_full << 16, n_quads_before), before);
	n_quads_before = total.y;
	uint n_tile = total.x & 0xffffu;
	if (total.x >> 16 > 0u) {
		uvec2 full = count_full_blocks(end);
		n_quads_before += full.x;
		n_pixels += self == 0u ? full.y << 18 : 0u;
		if (block_full && in_block == 0u) {
			uvec3 quad = quad_of_full_block(block);
			n_tile = quad.x;
			leaves.starts = self == 0u ? quad.x : 0u;
			level = quad.y;
		}
	}
	if (is_first) {
		atomicAdd(sh_n_pixels, n_pixels);
		barrier();
		if (self == 0u) {
			n_quads = n_quads_before;
			n_leaf_pixels = sh_n_pixels;
			draw_vertices = 6 * QUADS_PER_INSTANCE;
			draw_instances = (n_quads_before + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
			draw_first_vertex = 0;
			draw_first_instance = 0;
		}
		n_quads_before = 0u;
	}

	uint corner = pack_quad(tile * 64u, 0u);
	uint entry = before & 0xffffu;
	for (uint part = 0u; part < n_tile; part += uint(SCRATCH_SIZE)) {
		while (leaves.starts != 0u && entry < part + uint(SCRATCH_SIZE)) {
			uint bit = uint(findLSB(leaves.starts));
			uint raised = leaves.raised >> (bit & ~3u) & 3u;
			sh_scratch[entry - part] = stage_quad(32u * self + bit, level + raised);
			entry++;
			leaves.starts &= leaves.starts - 1u;
		}
		barrier();
		uint n_part = min(n_tile - part, uint(SCRATCH_SIZE));
		for (uint i = self; i < n_part; i += uint(WG_SIZE))
			quads[n_quads_before + part + i] = unstage(corner, sh_scratch[i]);
		barrier();
	}
}
