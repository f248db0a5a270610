// Builds the list of points from samples in one dispatch, for pictures of at most UNITS pairs of tiles
// in their square, or with LINES of at most UNITS strips of 2048×4 pixels.
//
// Planes      bindings 0 to 2: the planes' bytes as they lie in memory
// Published   binding 3: in and out, a word for each pair of tiles, or for each strip
// Commands    binding 4: out, the draw command and the counts
// List        binding 5: out, a point as x | y << 14
// ValuePlane  binding 6, with VALUES
// Values      binding 7, with VALUES: out
// dispatch    a workgroup for each pair of tiles of the square, or for each strip, up to the last one in
//             the picture; afterwards a barrier for storage and commands
//
// The algorithm is that of fused_list.comp: a decoupled look-back, with helping.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#define WG_SIZE 256
#define COMMANDS_BINDING 4
#include "fused_commands.glsl"

layout(local_size_x = WG_SIZE) in;

// A word contains the number of points, and its status flag, bit 30 or 31, alternating from picture to
// picture. Each picture overwrites all words inside it. Those outside have both bits, or are not read.
layout(std430, binding = 3) coherent volatile buffer Published { uint published[]; };

#define COUNT 0x3fffffffu

uniform int flag_bit; // 30 or 31
uniform int last;     // the last pair of tiles or strip in the picture
uniform int polls;    // how often to poll

shared uint sh_missing; // the first pair or strip that is not published

#include "fused_group.glsl"
#ifdef OPERATOR_DISTANCE
#include "fused_colours.glsl"
#else
#include "fused_samples.glsl"
#endif
#define QUADS_BINDING 5
#define VALUE_PLANE_BINDING 6
#define PART_POINTS 2048
#include "fused_points.glsl"

#ifdef LINES

#include "fused_line_words.glsl"

// Returns the invocation's word of a strip, and its first pixel. Has a barrier.
uint word_of(uint strip, out uint first)
{
	uint self = invocation();
	ivec2 origin = ivec2(8u * self, 4u * strip);
	sh_halves[self] = all(lessThan(origin, size)) ? leaf_half(origin) : 0u;
	barrier();
	first = 32u * (self % 64u) | (4u * strip + self / 64u) << 14;
	return line_word(4u * (self % 64u), self / 64u);
}

#else

shared uint sh_halves[WG_SIZE]; // in the list's order

uvec2 corner_of_pair(uint pair) { return 64u * morton_cell(2u * pair); }

// The same for a pair of tiles, of which the right one can be outside the picture.
uint word_of(uint pair, out uint first)
{
	uint self = invocation();
	uvec2 corner = corner_of_pair(pair);
	// Neighbouring invocations read neighbouring samples here, ...
	uvec2 place = uvec2(self % 16u, self / 16u) * uvec2(8u, 4u);
	ivec2 origin = ivec2(corner + place);
	sh_halves[morton_ix(place) / 32u] = all(lessThan(origin, size)) ? leaf_half(origin) : 0u;
	barrier();
	// ... and continue with the halves in the list's order.
	corner += morton_cell(32u * self);
	first = corner.x | corner.y << 14;
	return sh_halves[self];
}

#endif

// Polls the words before end, up to n_polls more times while one of them is not published. Then sh_missing
// is the first of these; otherwise it is unchanged. Returns the sum of the published ones. Has barriers.
uint look_back(uint end, int n_polls)
{
	const int N = UNITS / WG_SIZE;
	uint self = invocation();
	uint flag = 1u << flag_bit;
	uint words[N];
	uint all;
	do {
		all = flag;
		for (int k = 0; k < N; k++) {
			uint i = self + uint(k * WG_SIZE);
			words[k] = i < end ? published[i] : flag;
			all &= words[k];
		}
	} while ((all & flag) == 0u && n_polls-- > 0);

	uint sum = 0u;
	for (int k = 0; k < N; k++) {
		if ((words[k] & flag) == 0u)
			atomicMin(sh_missing, self + uint(k * WG_SIZE));
		else
			sum += words[k] & COUNT;
	}
	uint unused;
	return scan(uvec2(0u, sum), unused).y;
}

void main()
{
	uint self = invocation();
	uint own = gl_WorkGroupID.x;
#ifndef LINES
	if (any(greaterThanEqual(corner_of_pair(own), uvec2(size))))
		return;
#endif

	Chunk chunk;
	uint place;
	int n_polls = polls;
	// First the own words, then missing ones as long as there are any.
	uint unit = own;
	while (true) {
		if (self == 0u)
			sh_missing = own;
		uint first;
		uint bits = word_of(unit, first);
		uint before;
		uint n_points = scan(uvec2(uint(bitCount(bits)), 0u), before).x;
		if (self == 0u)
			published[unit] = n_points | 1u << flag_bit;
		if (unit == own) {
			chunk = chunk_of(bits, before, first, n_points);
			stage_part(chunk);
		} else {
			barrier();
		}
		place = look_back(own, n_polls);
		if (sh_missing == own)
			break;
		unit = sh_missing;
		n_polls = 0;
		barrier();
	}

	if (own == uint(last) && self == 0u)
		set_commands(place + chunk.n_points, place + chunk.n_points);
	while (has_part(chunk)) {
		write_part(chunk, place + chunk.n_written);
		if (has_part(chunk)) {
			barrier();
			stage_part(chunk);
			barrier();
		}
	}
}
