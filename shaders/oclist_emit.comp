// Writes the cubes of each tile to their list entries.
//
// Masks      binding 0: see ocpyramid.glsl
// Cubes      binding 2: out, a cube packed as x | y << 14 | level << 28, frame
// TileCubes  binding 4
// Blocks     binding 6
// dispatch   as oclist_tiles; afterwards a barrier for storage
//
// Each invocation finds the cubes of a word. They go to shared memory first, in list order; then
// neighbouring invocations write neighbouring entries.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "ocpyramid.glsl"
#include "oclist.glsl"
#include "oclist_words.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 6) readonly buffer Blocks { Block blocks[]; };

#define STAGED 1024
#define SCRATCH_SIZE STAGED
#include "fused_group.glsl"
#define sh_staged sh_scratch

// Returns a staged cube: the 12-bit position of its first pixel in the tile, and its level.
uint stage_cube(uint pixel, uint level) { return pixel | level << 12; }

uvec3 pixel_of(uint pixel) { return cell_of(pixel & 63u) | cell_of(pixel >> 6 & 63u) << 2; }

// The cubes that start in the cells of a word of a level that is not full; a cell has position pixel +
// (index << shift).
struct Share {
	uvec2 starts;
	uvec2 raised; // those that are one level above the cells
	uint pixel;
	uint shift;
	uint level;
};

Share share_of(uvec2 w, int level, uint pixel, uint shift)
{
	return Share(starts_of(w, level), uvec2(eights(w.x, level), eights(w.y, level)), pixel, shift, uint(level));
}

// Stages the cubes that start in half a word, whose first cell is given, while they fit, and returns
// the others. (NVIDIA's driver 580 loses bits if a loop selects the halves by a vector index.)
uint stage(Share share, uint starts, uint raised, uint first, uint part, inout uint entry)
{
	while (starts != 0u && entry < part + uint(STAGED)) {
		uint bit = uint(findLSB(starts));
		sh_staged[entry - part] = stage_cube(share.pixel + (first + bit << share.shift), share.level + (raised >> bit & 1u));
		entry++;
		starts &= starts - 1u;
	}
	return starts;
}

void main()
{
	uint self = invocation();
	uvec3 tile = gl_WorkGroupID;
	uint in_block = cell_index(tile & 3u);
	uint block = block_of(tile.xy);
	Block own = blocks[block];
	bool block_full = is_full_cell(own.full, 4);

	if (self < uint(WG_SIZE / 32))
		sh_votes[self] = 0u;
	barrier();
	uvec2 w = word_of(tile, self);
	bool word_full = is_full_cell(w, 0);
	vote(word_full);
	barrier();
	uvec2 full = uvec2(sh_votes[0], sh_votes[1]);

	// This word's cubes. For full words, tiles and blocks the share has their level.
	Share share = share_of(w, 0, 64u * self, 0u);
	if (word_full) { // a cell of the tile
		share = share_of(full, 2, 0u, 6u);
		uvec2 only = uvec2(self < 32u ? 1u << self : 0u, self < 32u ? 0u : 1u << self % 32u);
		share.starts &= only;
	}
	if (has_bit(own.full, in_block)) { // the tile is a cell of the block
		uvec2 starts = starts_of(own.full, 4);
		share = Share(uvec2(0u), uvec2(0u), 0u, 0u, 4u);
		if (self == 0u && block_full) {
			share.starts.x = in_block == 0u && limits.x <= 6 ? 1u : 0u;
			share.level = 6u;
		} else if (self == 0u && has_bit(starts, in_block)) {
			share.starts.x = 1u;
			share.level = has_bit(uvec2(eights(own.full.x, 4), eights(own.full.y, 4)), in_block) ? 5u : 4u;
		}
	}

	// The number of cubes before: of tiles that are not full, and of those that are.
	uint n_before = self < in_block ? tile_cubes[64u * block + self] : 0u;
	if (self == 0u)
		n_before += own.n_cubes + (block_full ? 0u : n_bits(starts_of(own.full, 4) & below(in_block)));
	uint entry;
	uvec2 total = scan(uvec2(n_bits(share.starts), n_before), entry);
	barrier();
	uvec3 corner = 16u * tile;
	for (uint part = 0u; part < total.x; part += uint(STAGED)) {
		share.starts.x = stage(share, share.starts.x, share.raised.x, 0u, part, entry);
		share.starts.y = stage(share, share.starts.y, share.raised.y, 32u, part, entry);
		barrier();
		uint n_part = min(total.x - part, uint(STAGED));
		for (uint i = self; i < n_part; i += uint(WG_SIZE)) {
			uint staged = sh_staged[i];
			write_cube(total.y + part + i, corner + pixel_of(staged), staged >> 12);
		}
		barrier();
	}
}
