// Builds the list from samples in one dispatch, for quads of any size and pictures of at most
// SQUARE_TILES tiles in their square.
//
// Planes     bindings 0 to 2: the planes' bytes as they lie in memory
// Published  binding 3: in and out, a word for each tile of the square
// Commands   binding 4: out, the draw command and the counts
// Quads      binding 5: out, a quad packed as x | y << 14 | level << 28
// dispatch   a workgroup for each tile of the square, up to the last one in the picture;
//            afterwards a barrier for storage and commands
//
// The algorithm is a decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back", 2016), with helping. Each workgroup computes its tile's aggregate, the number
// of its quads, publishes it, and waits until all earlier tiles have published theirs. The sum of the
// earlier aggregates is the exclusive prefix: the index of the tile's first quad in the list.
//
// OpenGL does not guarantee forward progress: a workgroup that others wait for may never run. So a
// workgroup polls a limited number of times. Then it helps: it computes the missing aggregates itself,
// tile by tile, and publishes them too. An aggregate is the same whoever computes it, so duplicate
// writes are harmless.
//
// A tile whose pixels are all leaves can be part of a larger quad. That depends on later tiles, for
// which nobody waits: the last tile's workgroup writes the quads of full tiles. A full square contains
// no tile that is not full, so it lies completely before or completely after such a tile.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#include "fused_leaves.glsl"
#define COMMANDS_BINDING 4
#include "fused_commands.glsl"

layout(local_size_x = WG_SIZE) in;

// A tile's word contains everything that other workgroups need, so that the order of writes does not
// matter: in bits 0 to 15 the number of quads that start in the tile, 0 if it is full; from bit 16 the
// number of its leaf pixels; and its status flag, bit 30 or 31, alternating from picture to picture.
// Each picture overwrites all words inside it, so they need no clearing. Those outside have both bits.
layout(std430, binding = 3) coherent volatile buffer Published { uint published[]; };

#define COUNTS 0x1fffffffu
#define FULL (4096u << 16) // the bit that only full tiles have
#define ALWAYS_PUBLISHED (3u << 30)

uniform int flag_bit; // 30 or 31
uniform int last;     // the last tile in the picture
uniform int polls;    // how often to poll

shared uint sh_halves[WG_SIZE];
shared uint sh_missing; // the first tile that is not published

#include "fused_group.glsl"
#ifdef OPERATOR_DISTANCE
#include "fused_colours.glsl"
#else
#include "fused_samples.glsl"
#endif
#define STAGED 1280
shared uint sh_staged[STAGED]; // not in sh_scratch: sums are computed while quads are staged
#define QUADS_BINDING 5
#include "fused_write.glsl"
#include "fused_squares.glsl"

bool is_published(uint word) { return (word >> flag_bit & 1u) == 1u; }

bool is_full_tile(uint word) { return (word & FULL) != 0u; }

// Returns a tile's aggregate, and the invocation's share of its quads, empty if the tile is full. Has
// barriers.
uint aggregate_of(uint tile, out Share share)
{
	uint self = invocation();
	if (self < uint(WG_SIZE / 32))
		sh_votes[self] = 0u;
	// Neighbouring invocations read neighbouring samples here, ...
	uvec2 place = uvec2(self % 8u, self / 8u);
	ivec2 origin = ivec2(64u * morton_cell(tile) + place * uvec2(8u, 4u));
	sh_halves[half_ix(morton_ix(uvec2(place.x, place.y / 2u)), place.y % 2u)] =
		all(lessThan(origin, size)) ? leaf_half(origin) : 0u;
	barrier();
	vote(is_full_cell(uvec2(sh_halves[self], sh_halves[self ^ 64u]), 3));
	barrier();
	// ... and continue with the halves in the list's order.
	uint word = self / 2u;
	uint h = sh_halves[half_ix(word, self % 2u)];
	share = half_share(h, word, uvec2(sh_votes[0], sh_votes[1]));
	uint before;
	uint sum = scan(uvec2(uint(bitCount(share.leaves.starts)) | uint(bitCount(h)) << 16, 0u), before).x;
	share.entry = before & 0xffffu;
	if (is_full_tile(sum)) {
		share.leaves.starts = 0u;
		sum = FULL;
	}
	return sum | 1u << flag_bit;
}

// The sum of the earlier tiles' aggregates.
struct Before {
	uint n_quads; // of tiles that are not full
	uint n_pixels;
	uint n_full; // full tiles; they are marked
};

// Polls the tiles before end, up to n_polls more times while one of them is not published. Then
// sh_missing is the first of these; otherwise it is unchanged. Has barriers.
Before look_back(uint end, int n_polls)
{
	const int N = SQUARE_TILES / WG_SIZE;
	uint self = invocation();
	uint words[N];
	uint all;
	do {
		all = ALWAYS_PUBLISHED;
		for (int k = 0; k < N; k++) {
			uint tile = self + uint(k * WG_SIZE);
			words[k] = published[tile];
			if (tile >= end)
				words[k] = ALWAYS_PUBLISHED;
			all &= words[k];
		}
	} while (!is_published(all) && n_polls-- > 0);

	uint sum = 0u;
	uint n_full = 0u;
	for (int k = 0; k < N; k++) {
		uint tile = self + uint(k * WG_SIZE);
		if (!is_published(words[k])) {
			atomicMin(sh_missing, tile);
		} else {
			sum += words[k] & COUNTS;
			if (is_full_tile(words[k])) {
				mark_square(tile);
				n_full++;
			}
		}
	}
	uint before;
	uvec2 total = scan(uvec2(n_full << 22 | sum >> 16, sum & 0xffffu), before);
	return Before(total.y, total.x & 0x3fffffu, total.x >> 22);
}

// Returns the quads that start in 32 marked tiles, and the level of their cells.
Leaves marked_leaves(uint i, out uint level)
{
	level = 6u;
	if (sh_full[i] == 0xffffffffu) {
		uvec3 quad = quad_of_square(32u * i, 6, uint(SQUARE_TILES));
		if (quad.y > 8u) {
			level = quad.y;
			return Leaves(quad.x, 0u, 0u);
		}
	}
	return leaves_of(sh_full[i], 6);
}

// Returns the number of quads that the marked tiles make. Has barriers.
uint count_squares()
{
	uint i = invocation();
	uint level;
	uint n = i < uint(SQUARE_TILES / 32) ? uint(bitCount(marked_leaves(i, level).starts)) : 0u;
	uint before;
	return scan(uvec2(0u, n), before).y;
}

// Writes the quads of the marked tiles and returns the list's length. last_word is the last tile's
// word. Has barriers.
uint write_squares(uint last_word)
{
	const int N = SQUARE_TILES / WG_SIZE;
	uint first = invocation() * uint(N);
	uint words[N];
	for (int k = 0; k < N; k++) {
		uint tile = first + uint(k);
		words[k] = published[tile];
		if (tile >= uint(last))
			words[k] = tile == uint(last) ? last_word : 0u;
	}
	uint level;
	Leaves leaves = marked_leaves(first / 32u, level);
	uint n = uint(bitCount(leaves.starts >> first % 32u & (1u << N) - 1u));
	for (int k = 0; k < N; k++)
		n += words[k] & 0xffffu;
	uint place;
	uint sum = scan(uvec2(n, 0u), place).x;
	for (int k = 0; k < N; k++) {
		uint tile = first + uint(k);
		uint bit = tile % 32u;
		if ((leaves.starts >> bit & 1u) == 1u) {
			uint raised = leaves.raised >> (bit & ~3u) & 3u;
			quads[place] = pack_quad(64u * morton_cell(tile), level + raised);
			place++;
		}
		place += words[k] & 0xffffu;
	}
	return sum;
}

void main()
{
	uint self = invocation();
	uint own = gl_WorkGroupID.x;
	uvec2 corner = 64u * morton_cell(own);
	if (any(greaterThanEqual(corner, uvec2(size))))
		return;
	bool is_last = own == uint(last);
	clear_squares();

	uint word;
	Share share;
	Before before;
	int n_polls = polls;
	// First the own tile, then missing tiles as long as there are any.
	uint tile = own;
	while (true) {
		if (self == 0u)
			sh_missing = own;
		Share tile_share;
		uint tile_word = aggregate_of(tile, tile_share);
		if (self == 0u)
			published[tile] = tile_word;
		if (tile == own) {
			word = tile_word;
			share = tile_share;
			if (is_full_tile(word) && !is_last)
				return;
			stage(share, 0u);
		}
		barrier();
		before = look_back(own, n_polls);
		if (sh_missing == own)
			break;
		tile = sh_missing;
		n_polls = 0;
		barrier();
	}

	uint n_tile = word & 0xffffu;
	uint end = before.n_quads + n_tile; // end of the tile's part of the list
	if (is_full_tile(word))
		mark_square(own);
	if (before.n_full > 0u || is_full_tile(word)) {
		barrier();
		if (is_last)
			end = write_squares(word);
		else
			end += count_squares();
	}
	for (uint part = 0u; part < n_tile; part += uint(STAGED)) {
		if (part > 0u) {
			barrier();
			stage(share, part);
			barrier();
		}
		write_staged(part, n_tile, end - n_tile, pack_quad(corner, 0u));
	}

	if (is_last && self == 0u)
		set_commands(end, before.n_pixels + (word >> 16 & 0x1fffu));
}
