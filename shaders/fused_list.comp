// Makes the list from samples in one dispatch, for quads of any size or points, and pictures
// of at most SQUARE_TILES tiles in their square.
//
// Planes     bindings 0 to 2: the planes' bytes as they lie in memory
// Told       binding 3: in and out, a word for each tile of the square
// Commands   binding 4: out, the draw command and the counts
// Quads      binding 5: out, a quad packed as x | y << 14 | level << 28
// ValuePlane binding 6, with VALUES
// Values     binding 7, with VALUES: out
// dispatch   a workgroup for each tile of the square, up to the last one in the picture;
//            afterwards a barrier for storage and commands
//
// Each workgroup finds its tile's quads, tells the others how many they are, and waits until
// all earlier tiles have told theirs. The sum is the place of its quads in the list.
//
// OpenGL does not promise that a workgroup that is waited for ever runs. Therefore a workgroup
// asks only so often. Then it computes what is missing itself, tile by tile, and tells that,
// too. Whoever computes a tile's word, it is the same, so it does not matter who tells it.
//
// A tile whose pixels are all leaves may be a part of a larger quad. That depends on later
// tiles, for which nobody waits: the last tile's workgroup writes the quads of full tiles. A
// tile that is not full is in no full square, so each full square is before it or after it as
// a whole.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif

#include "quad_words.glsl"
#include "fused_leaves.glsl"
#define COMMANDS_BINDING 4
#include "quadlist.glsl"

layout(local_size_x = WG_SIZE) in;

// A tile's word has what others have to know, so that no order of writes matters: in bits 0
// to 15 how many quads begin in the tile, none if it is full; from bit 16 on how many of its
// pixels are leaves; and the turn's bit. Turns have bits 30 and 31 by turns. A turn tells all
// words in the picture; the others have both bits.
layout(std430, binding = 3) coherent volatile buffer Told { uint told[]; };

#define COUNTS 0x1fffffffu
#define FULL (4096u << 16) // in words, only full tiles have this bit
#define TOLD_ALWAYS (3u << 30)

uniform int turn;  // 30 or 31
uniform int last;  // the last tile in the picture
uniform int polls; // how often to ask again

shared uint sh_halves[WG_SIZE];
shared uint sh_missing; // the first tile that has told nothing

#include "fused_group.glsl"
#ifdef OPERATOR_DISTANCE
#include "fused_colours.glsl"
#else
#include "fused_samples.glsl"
#endif
#define STAGED 1280
shared uint sh_staged[STAGED]; // not in sh_scratch: sums are made while quads are staged
#define QUADS_BINDING 5
#define VALUE_PLANE_BINDING 6
#include "fused_write.glsl"
#include "fused_squares.glsl"

bool was_told(uint word) { return (word >> turn & 1u) == 1u; }

#ifdef POINTS
bool is_full_tile(uint word) { return false; } // a pixel is no part of a larger quad
#else
bool is_full_tile(uint word) { return (word & FULL) != 0u; }
#endif

// Returns a tile's word, and the invocation's share of its quads, none if it is full. Has
// barriers.
uint look(uint tile, out Share share)
{
	uint self = invocation();
	if (self < uint(WG_SIZE / 32))
		sh_votes[self] = 0u;
	// Neighbouring invocations read neighbouring samples, ...
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
	return sum | 1u << turn;
}

// What the tiles before one have told together.
struct Before {
	uint n_quads; // of tiles that are not full
	uint n_pixels;
	uint n_full; // tiles; they are marked
};

// Asks the tiles before end, and again up to n_polls times while one of them has told nothing.
// Then sh_missing is the first of these, else it stays as it is. Has barriers.
Before listen(uint end, int n_polls)
{
	const int N = SQUARE_TILES / WG_SIZE;
	uint self = invocation();
	uint words[N];
	uint all;
	do {
		all = TOLD_ALWAYS;
		for (int k = 0; k < N; k++) {
			uint tile = self + uint(k * WG_SIZE);
			words[k] = told[tile];
			if (tile >= end)
				words[k] = TOLD_ALWAYS;
			all &= words[k];
		}
	} while (!was_told(all) && n_polls-- > 0);

	uint sum = 0u;
	uint n_full = 0u;
	for (int k = 0; k < N; k++) {
		uint tile = self + uint(k * WG_SIZE);
		if (!was_told(words[k])) {
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

// The quads that begin in 32 marked tiles, and the level of their cells.
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

// Returns how many quads the marked tiles make. Has barriers.
uint count_squares()
{
	uint i = invocation();
	uint level;
	uint n = i < uint(SQUARE_TILES / 32) ? uint(bitCount(marked_leaves(i, level).starts)) : 0u;
	uint before;
	return scan(uvec2(0u, n), before).y;
}

// Writes the quads of the marked tiles, and returns the list's length. last_word is the last
// tile's word. Has barriers.
uint write_squares(uint last_word)
{
	const int N = SQUARE_TILES / WG_SIZE;
	uint first = invocation() * uint(N);
	uint words[N];
	for (int k = 0; k < N; k++) {
		uint tile = first + uint(k);
		words[k] = told[tile];
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
	// The own tile, and as long as one is missing, that one.
	uint tile = own;
	while (true) {
		if (self == 0u)
			sh_missing = own;
		Share tile_share;
		uint tile_word = look(tile, tile_share);
		if (self == 0u)
			told[tile] = tile_word;
		if (tile == own) {
			word = tile_word;
			share = tile_share;
			if (is_full_tile(word) && !is_last)
				return;
			stage(share, 0u);
		}
		barrier();
		before = listen(own, n_polls);
		if (sh_missing == own)
			break;
		tile = sh_missing;
		n_polls = 0;
		barrier();
	}

	uint n_tile = word & 0xffffu;
	uint end = before.n_quads + n_tile; // of the tile's part of the list
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

	if (is_last && self == 0u) {
		n_quads = end;
		n_leaf_pixels = before.n_pixels + (word >> 16 & 0x1fffu);
		draw_vertices = 6 * QUADS_PER_INSTANCE;
		draw_instances = (end + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
		draw_first_vertex = 0;
		draw_first_instance = 0;
	}
}
