// The quads of each tile, straight to their entries of the list.
//
// Commands   binding 1: out, the draw command and the counts
// Quads      binding 2: out, a quad packed as x | y << 14 | level << 28
// TileWords  binding 3
// Halves     binding 4
// TileQuads  binding 5
// Blocks     binding 6
// dispatch   as fused_tiles; afterwards a barrier for storage and commands
//
// Each workgroup adds up what comes before its tile. The first one adds up
// everything, for the commands.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif

#include "quad_words.glsl"
#include "fused.glsl"
#include "quadlist.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

uniform int n_blocks; // of the square that holds the picture

#include "fused_group.glsl"
#include "fused_blocks.glsl"

// What the quads of half a word are made of.
struct Half {
	uint starts; // bit i: a quad with the pixel at Morton position i as its upper left one
	uint raised; // its level at bits i and i + 1, where i is a multiple of 4; else it is 0
	uint corner; // the quad of the half's upper left pixel
	uint entry;  // of the first one, from the tile's first
};

shared uvec4 sh_found[WG_SIZE]; // Half

uint pack_quad(uvec2 p, uint level) { return p.x | p.y << 14 | level << 28; }

// The one quad of a full cell of a word, if it starts one.
uvec2 quad_of_cell(uvec2 w, uint cell, int level)
{
	Leaves leaves = leaves_of(w[cell / 32u], level);
	uint bit = cell % 32u;
	return uvec2(leaves.starts >> bit & 1u, uint(level) + (bit % 4u == 0u ? leaves.raised >> bit & 3u : 0u));
}

// Writes the quads of 32 halves, an invocation a pixel.
void emit_halves(uint first)
{
	uint pixel = gl_LocalInvocationIndex % 32u;
	uint earlier = (1u << pixel) - 1u;
	uint level_bits = pixel % 4u == 0u ? 3u : 0u;
	uvec2 p = morton_cell(pixel);
	uint offset = pack_quad(p, 0u);
	uint run = gl_LocalInvocationIndex & ~31u;
	for (uint i = 0u; i < 32u; i++) {
		uvec4 found = sh_found[run + i];
		if ((found.x >> pixel & 1u) != 0u)
			quads[first + found.w + uint(bitCount(found.x & earlier))] =
				found.z + offset + ((found.y >> pixel & level_bits) << 28);
	}
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
	bool tile_full = has_bit(own.full, in_block);

	// This half's quads.
	uint h = halves[tile_ix * WG_SIZE + self];
	uvec2 full_words = tile_words[tile_ix];
	uint word = self / 2u;
	uvec2 p = tile * 64u + 8u * morton_cell(word) + uvec2(0u, 4u * (self & 1u));
	Leaves leaves = leaves_of(h, 0);
	uint level = 0u;
	if (tile_full) {
		uvec2 quad = quad_of_cell(own.full, in_block, 6);
		leaves = Leaves(self == 0u ? quad.x : 0u, 0u, 0u);
		level = quad.y;
	} else if (has_bit(full_words, word)) {
		uvec2 quad = quad_of_cell(full_words, word, 3);
		leaves = Leaves(self % 2u == 0u ? quad.x : 0u, 0u, 0u);
		level = quad.y;
	}
	if (block_full)
		leaves = Leaves(0u, 0u, 0u);

	// Sums: quads of this tile, quads before it, full blocks, pixels.
	uvec4 sums = uvec4(uint(bitCount(leaves.starts)), 0u, 0u, 0u);
	if (self < in_block)
		sums.y = n_tile_quads(own.full, tile_ix - in_block, self);
	uint end = is_first ? uint(n_blocks) : block;
	for (uint i = self; i < end; i += WG_SIZE)
		sums.yzw += block_sums(i);
	if (self == 0u && block_full)
		sums.z++;
	uint before;
	sums = scan(sums, before);
	if (sums.z > 0u) {
		uvec2 full = count_full_blocks(end);
		sums.yw += full * uvec2(1u, 1u << 18);
		if (block_full && self == 0u && in_block == 0u) {
			uvec3 quad = quad_of_full_block(block);
			leaves.starts = quad.x;
			level = quad.y;
		}
	}
	if (is_first && self == 0u) {
		n_quads = sums.y;
		n_leaf_pixels = sums.w;
		draw_vertices = 6 * QUADS_PER_INSTANCE;
		draw_instances = (sums.y + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
		draw_first_vertex = 0;
		draw_first_instance = 0;
	}
	sh_found[self] = uvec4(leaves.starts, leaves.raised, pack_quad(p, level), before);
	barrier();
	emit_halves(is_first ? 0u : sums.y);
}
