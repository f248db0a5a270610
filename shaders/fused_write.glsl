// Writes the quads of a tile to their list entries.
//
// Each invocation finds the quads of half a word. If it wrote them directly to the list, a subgroup's
// stores would touch as many cache lines as it has invocations. So quads first go to shared memory, in
// list order, and then neighbouring invocations write neighbouring entries. The including file declares
// that memory, sh_staged of STAGED words; a tile with more quads is written in parts.

#include "fused_values.glsl"

layout(std430, binding = QUADS_BINDING) writeonly buffer Quads { uint quads[]; };

uint pack_quad(uvec2 p, uint level) { return p.x | p.y << 14 | level << 28; }

// Returns the one quad of a full cell of a word, if the quad starts there.
uvec2 quad_of_cell(uvec2 w, uint cell, int level)
{
	Leaves leaves = leaves_of(w[cell / 32u], level);
	uint bit = cell % 32u;
	return uvec2(leaves.starts >> bit & 1u, uint(level) + (bit % 4u == 0u ? leaves.raised >> bit & 3u : 0u));
}

// Returns a staged quad: the Morton index of its top left pixel in the tile, below 2^12, and its level.
uint stage_quad(uint pixel, uint level) { return pixel | level << 12; }

// Returns the quad that was staged, in the tile at corner, which is a quad of level 0.
uint unstage(uint corner, uint staged)
{
	uint p = staged & 0x555u | (staged & 0xaaau) << 15; // x's bits, y's bits above them
	p = (p | p >> 1) & 0x33333333u;
	p = (p | p >> 2) & 0x0f0f0f0fu;
	p = (p | p >> 4) & 0x003f003fu;
	return corner + (p & 0xffffu | p >> 16 << 14 | staged >> 12 << 28);
}

// The quads of half a word that start in a tile, and the entry of the next one in the tile's part of
// the list.
struct Share {
	Leaves leaves;
	uint level; // of the leaves' cells
	uint entry;
};

// Returns the share of the invocation with half h of a word, in a tile that is not full. Its entry is
// still 0.
Share half_share(uint h, uint word, uvec2 full_words)
{
	if (!has_bit(full_words, word))
		return Share(leaves_of(h, 0), 0u, 0u);
	uvec2 quad = quad_of_cell(full_words, word, 3);
	return Share(Leaves(invocation() % 2u == 0u ? quad.x : 0u, 0u, 0u), quad.y, 0u);
}

// Stages the quads of the tile's entries starting at part, as many as fit.
void stage(inout Share share, uint part)
{
	uint raised_by_1 = share.leaves.raised & 0x11111111u;
	uint raised_by_2 = share.leaves.raised >> 1 & 0x11111111u;
	uint first = stage_quad(32u * invocation(), share.level);
	while (share.leaves.starts != 0u && share.entry < part + uint(STAGED)) {
		uint bit = share.leaves.starts & -share.leaves.starts;
		uint quad = first + uint(findMSB(bit));
		if ((bit & raised_by_1) != 0u)
			quad += stage_quad(0u, 1u);
		if ((bit & raised_by_2) != 0u)
			quad += stage_quad(0u, 2u);
		sh_staged[share.entry - part] = quad;
		share.entry++;
		share.leaves.starts ^= bit;
	}
}

// Writes the staged quads to the list; the tile's entries start at index place.
void write_staged(uint part, uint n_tile, uint place, uint corner)
{
	uint n_part = min(n_tile - part, uint(STAGED));
	for (uint i = invocation(); i < n_part; i += uint(WG_SIZE)) {
		uint quad = unstage(corner, sh_staged[i]);
		quads[place + part + i] = quad;
#ifdef VALUES
		values[place + part + i] = value_of(quad);
#endif
	}
}
