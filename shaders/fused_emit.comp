// The quads of each tile, straight to their entries of the list.
//
// Quads      binding 2: out, a quad packed as x | y << 14 | level << 28
// Words      binding 4: the leaf pixels
// TileQuads  binding 5: counts
// Places     binding 7: where each block's quads go
// dispatch   as fused_tiles; afterwards a barrier for storage

#include "quad_words.glsl"
#include "fused.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

shared uint sh_values[WG_SIZE];
shared uint sh_eights[WG_SIZE / 8];
shared uint sh_full[2 * TILES_PER_GROUP];

uint pack_quad(uvec2 p, uint level) { return p.x | p.y << 14 | level << 28; }

// The sum of a value over the earlier invocations of the same tile, and over
// all of them.
void scan_tile(uint value, out uint before, out uint total)
{
	uint self = gl_LocalInvocationIndex;
	sh_values[self] = value;
	barrier();
	before = 0u;
	for (uint i = self & ~7u; i < self; i++)
		before += sh_values[i];
	if (self % 8u == 7u)
		sh_eights[self / 8u] = before + value;
	barrier();
	total = 0u;
	for (uint i = 0u; i < 8u; i++) {
		if (i == self / 8u % 8u)
			before += total;
		total += sh_eights[self / 64u * 8u + i];
	}
}

// Writes the leaves of half a word from an entry on; gives the entry behind.
uint emit_half(uint h, uint starts, uvec2 origin, uint entry)
{
	uint l1 = blocks_of_4(h);
	uint l2 = blocks_of_16(l1);
	uint corner = pack_quad(origin, 0u);
	while (starts != 0u) {
		uint bit = uint(findLSB(starts));
		uint level = (l1 >> bit & 1u) + (l2 >> bit & 1u);
		// x0 y0 x1 y1 x2 of the bit to their places in the quad.
		uint cell = bit & 1u | bit >> 1 & 2u | bit >> 2 & 4u | (bit >> 1 & 1u | bit >> 2 & 2u) << 14;
		quads[entry++] = corner + cell + (level << 28);
		starts &= starts - 1u;
	}
	return entry;
}

void main()
{
	uint lane = gl_LocalInvocationIndex % 64u;
	uint quarter = gl_LocalInvocationIndex / 64u;
	uvec2 tile = own_tile();
	uint tile_ix = morton_ix(tile);
	uint in_block = tile_ix % 64u;
	BlockPlace place = places[tile_ix / 64u]; // the same for the workgroup
	if (place.level != 0u) {
		if (place.level != NO_QUAD && lane == 0 && in_block == 0)
			quads[place.first] = pack_quad(tile * 64u, place.level);
		return;
	}

	bool tile_inside = all(lessThan(tile * 64u, uvec2(size)));
	uvec2 tile_starts = leaf_starts(place.full);
	bool tile_full = has_bit(place.full, in_block);
	uvec2 w = uvec2(0);
	if (tile_inside && !tile_full)
		w = words[tile_ix * 64u + lane];
	if (lane == 0) {
		sh_full[2 * quarter] = 0;
		sh_full[2 * quarter + 1] = 0;
	}
	barrier();
	if (is_full(w))
		atomicOr(sh_full[2 * quarter + lane / 32u], 1u << lane % 32u);
	barrier();

	// A full word is a cell of the tile's own word.
	uvec2 starts = leaf_starts(w);
	uint word_level = 0u;
	if (is_full(w)) {
		uvec2 full = uvec2(sh_full[2 * quarter], sh_full[2 * quarter + 1]);
		starts = uvec2(has_bit(leaf_starts(full), lane) ? 1u : 0u, 0u);
		word_level = 3u + leaf_level(full, lane);
	}

	// Quads of earlier words in the tile, below 2^12, and of earlier tiles in
	// the block, of which this invocation looks at one.
	uint n_other = 0u;
	if (lane < in_block)
		n_other = has_bit(place.full, lane) ? (has_bit(tile_starts, lane) ? 1u : 0u) : tile_quads[tile_ix - in_block + lane];
	uint before, total;
	scan_tile(n_bits(starts) | n_other << 12, before, total);
	uint entry = place.first + (total >> 12);
	if (tile_full) {
		if (lane == 0 && has_bit(tile_starts, in_block))
			quads[entry] = pack_quad(tile * 64u, 6u + leaf_level(place.full, in_block));
		return;
	}

	entry += before & 0xfffu;
	uvec2 origin = tile * 64u + 8u * morton_cell(lane);
	if (word_level > 0u) {
		if (starts.x == 1u)
			quads[entry] = pack_quad(origin, word_level);
		return;
	}
	entry = emit_half(w.x, starts.x, origin, entry);
	emit_half(w.y, starts.y, origin + uvec2(0u, 4u), entry);
}
