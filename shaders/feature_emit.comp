// The lists of the tiles, to their places in the list of the picture.
//
// Quads      binding 2: out, a quad packed as x | y << 14 | level << 28
// ListMeans  binding 3: out, a packed vector for each quad
// Drafts     binding 4: the lists of tiles that are not full
// Tiles      binding 5: their lengths, and the means of full cells
// Places     binding 7: where each block's quads go
// dispatch   a workgroup for each tile; afterwards a barrier for storage

#define WG_SIZE 64

layout(local_size_x = WG_SIZE) in;

#include "quad_words.glsl"
#include "feature_fused.glsl"

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };
layout(std430, binding = 3) writeonly buffer ListMeans { uvec2 list_means[]; };

shared uint sh_first;

uint pack_quad(uvec2 p, uint level) { return p.x | p.y << 14 | level << 28; }

// The level of the quad that a full tile of a block begins, or NO_QUAD.
uint full_tile_level(uint merges, uint tile)
{
	uint level = (merges >> 16 + tile / 16u & 1u) != 0u ? 8u : (merges >> tile / 4u & 1u) != 0u ? 7u : 6u;
	return (tile & (1u << 2u * (level - 6u)) - 1u) == 0u && int(level) >= limits.x ? level : NO_QUAD;
}

void write_quad(uint entry, uvec2 tile, uint level, uint tile_ix)
{
	quads[entry] = pack_quad(tile * 64u, level);
	list_means[entry] = tiles[tile_ix];
}

void main()
{
	uint self = gl_LocalInvocationIndex;
	uvec2 tile = gl_WorkGroupID.xy;
	uint tile_ix = morton_ix(tile);
	uint in_block = tile_ix % 64u;
	BlockPlace place = places[tile_ix / 64u];
	uint level = place.merges >> 24;
	if (level != 0u) {
		if (level != NO_QUAD && self == 0u && in_block == 0u)
			write_quad(place.first, tile, level, tile_ix);
		return;
	}

	// Quads of the earlier tiles in the block, of which each invocation looks at
	// one, and of this one.
	bool tile_full = has_bit(place.full, in_block);
	uint n_tile = tile_full ? 0u : tiles[tile_ix].x;
	if (self == 0u)
		sh_first = place.first;
	barrier();
	if (self < in_block) {
		uint n_other = has_bit(place.full, self) ? (full_tile_level(place.merges, self) != NO_QUAD ? 1u : 0u)
		                                         : tiles[tile_ix - in_block + self].x;
		if (n_other != 0u)
			atomicAdd(sh_first, n_other);
	}
	barrier();
	uint first = sh_first;
	if (tile_full) {
		level = full_tile_level(place.merges, in_block);
		if (level != NO_QUAD && self == 0u)
			write_quad(first, tile, level, tile_ix);
		return;
	}
	uint from = (tile.y * gl_NumWorkGroups.x + tile.x) * PIXELS_IN_TILE;
	uint origin = pack_quad(64u * tile, 0u);
	for (uint i = self; i < n_tile; i += WG_SIZE) {
		uvec2 d = drafts[from + i];
		uint code = d.y >> 14;
		quads[first + i] = origin + (code & 63u) + ((code >> 6 & 63u) << 14) + (code >> 12 << 28);
		list_means[first + i] = uvec2(d.x, d.y & 0x3fffu);
	}
}
