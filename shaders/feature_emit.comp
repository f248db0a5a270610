// Writes the quads of each tile with their means, directly to their list entries.
//
// Planes     bindings 0, 2, 3, see feature_samples.glsl
// Quads      binding 1: out, a quad packed as x | y << 14 | level << 28
// Cells      binding 4: the leaves of tiles that are not full
// Tiles      binding 5: counts, and the means of full squares
// ListMeans  binding 6: out, a packed vector for each quad
// Places     binding 7: the place in the list of each block's quads
// dispatch   one workgroup for each tile; afterwards a barrier for storage
//
// Features of pixels and 2×2 squares are recomputed from the samples, which is faster than storing and
// loading them.

#include "quad_words.glsl"
#include "feature.glsl"
#include "feature_samples.glsl"
#include "feature_fused.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 1) writeonly buffer Quads { uint quads[]; };
layout(std430, binding = 6) writeonly buffer ListMeans { uvec2 list_means[]; };

// A part of the tile's list in shared memory, so that neighbouring entries are written together: packed
// means, and x | y << 6 | level << 12, relative to the tile, from bit 14 of the second word.
#define PART_SIZE 1024u

shared uvec2 sh_part[PART_SIZE];
shared uint sh_first;

uint pack_quad(uvec2 p, uint level) { return p.x | p.y << 14 | level << 28; }

// Packs a quad of the tile in the format of sh_part.
uint pack_relative(uvec2 p, uint level) { return (p.x | p.y << 6 | level << 12) << 14; }

void stage(uint entry, uint quad, uvec2 mean)
{
	if (entry < PART_SIZE)
		sh_part[entry] = uvec2(mean.x, mean.y | quad);
}

// Returns the level of the quad that starts at a full tile of a block, or NO_QUAD.
uint full_tile_level(uint merges, uint tile)
{
	uint level = (merges >> 16 + tile / 16u & 1u) != 0u ? 8u : (merges >> tile / 4u & 1u) != 0u ? 7u : 6u;
	return (tile & (1u << 2u * (level - 6u)) - 1u) == 0u && int(level) >= limits.x ? level : NO_QUAD;
}

// Stages those quads of a 2×2 square, the first of which is quad number corner, that are in the part.
// Entries are relative to the part's first.
void stage_four(Four f, bool full, uint inside, uint corner, inout uint entry)
{
	if (full) {
		if (limits.x <= 1) {
			uint deviation;
			stage(entry++, corner | 1u << 26, pack_mean(average(f.a, f.b, f.c, f.d, deviation)));
		}
	} else if (limits.x == 0) {
		if ((inside & 1u) != 0u)
			stage(entry++, corner, pack_mean(f.a));
		if ((inside & 2u) != 0u)
			stage(entry++, corner + pack_relative(uvec2(1, 0), 0u), pack_mean(f.b));
		if ((inside & 4u) != 0u)
			stage(entry++, corner + pack_relative(uvec2(0, 1), 0u), pack_mean(f.c));
		if ((inside & 8u) != 0u)
			stage(entry++, corner + pack_relative(uvec2(1, 1), 0u), pack_mean(f.d));
	}
}

void stage_cell(uvec2 cell, uvec2 place, uint entry)
{
	uint level = cell.x >> 28;
	uint corner = pack_relative(place, level);
	if (level != 0u) {
		stage(entry, corner, cell & uvec2(0x0fffffffu, 0x3fffu));
		return;
	}
	uint full_fours = cell.y >> 27;
	ivec2 p = ivec2(64u * gl_WorkGroupID.xy + place);
	uint inside = pixels_inside(p);
	if (inside == 0u || limits.x > 1)
		return;
	Four left, right;
	fours_at(p, left, right);
	stage_four(left, (full_fours & 1u) != 0u, inside & 15u, corner, entry);
	stage_four(right, (full_fours & 2u) != 0u, inside >> 4 & 15u, corner + pack_relative(uvec2(2, 0), 0u), entry);
	fours_at(p + ivec2(0, 2), left, right);
	stage_four(left, (full_fours & 4u) != 0u, inside >> 8 & 15u, corner + pack_relative(uvec2(0, 2), 0u), entry);
	stage_four(right, (full_fours & 8u) != 0u, inside >> 12, corner + pack_relative(uvec2(2, 2), 0u), entry);
}

void main()
{
	uint self = gl_LocalInvocationIndex;
	uvec2 tile = gl_WorkGroupID.xy;
	uint tile_ix = morton_ix(tile);
	uint in_block = tile_ix % 64u;
	// Loaded unconditionally: this load takes longer than everything else.
	BlockPlace place = places[tile_ix / 64u];
	uvec2 cell = cells[(tile.y * gl_NumWorkGroups.x + tile.x) * WG_SIZE + self];
	uint n_tile = tiles[tile_ix].x;
	uint n_other = self < in_block ? tiles[tile_ix - in_block + self].x : 0u;
	uint block_level = place.merges >> 24;
	if (block_level != 0u && (block_level == NO_QUAD || in_block != 0u))
		return;
	bool tile_full = block_level != 0u || has_bit(place.full, in_block);

	// Quads of the earlier tiles in the block; each invocation reads one tile.
	if (self == 0u)
		sh_first = place.first;
	barrier();
	if (self < in_block && has_bit(place.full, self))
		n_other = full_tile_level(place.merges, self) != NO_QUAD ? 1u : 0u;
	if (n_other != 0u)
		atomicAdd(sh_first, n_other);
	barrier();
	uint first = sh_first;
	uvec2 tile_origin = 64u * tile;
	if (tile_full) {
		uint level = block_level != 0u ? block_level : full_tile_level(place.merges, in_block);
		if (self == 0u && level != NO_QUAD) {
			quads[first] = pack_quad(tile_origin, level);
			list_means[first] = tiles[tile_ix];
		}
		return;
	}

	uvec2 own_place = 4u * morton_cell(self);
	uint before = cell.y >> 14 & 0x1fffu;
	uint origin = pack_quad(tile_origin, 0u);
	uint part = 0u;
	do {
		if (cell.x >> 28 != NO_LEAF && before < part + PART_SIZE && before + 16u > part)
			stage_cell(cell, own_place, before - part);
		barrier();
		uint n_part = min(n_tile - part, PART_SIZE);
		for (uint i = self; i < n_part; i += WG_SIZE) {
			uvec2 e = sh_part[i];
			uint quad = e.y >> 14;
			quads[first + part + i] = origin + (quad & 63u | (quad >> 6 & 63u) << 14 | quad >> 12 << 28);
			list_means[first + part + i] = uvec2(e.x, e.y & 0x3fffu);
		}
		barrier();
		part += PART_SIZE;
	} while (part < n_tile);
}
