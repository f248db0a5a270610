// Writes the points of each part of a strip to their entries in the list, line by line.
//
// Commands    binding 1: out, the draw command and the counts
// Quads       binding 2: out, a quad both as x | y << 14
// Halves      binding 3
// Parts       binding 4
// Bands       binding 5
// ValuePlane  binding 0, with VALUES
// Values      binding 7, with VALUES: out
// dispatch    as fused_lines_count; afterwards a barrier for storage and commands
//
// Each workgroup adds up the points before its part's lines. The first workgroup adds up all
// points, for the commands.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif

#include "fused_lines.glsl"
#include "quadlist.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

#include "fused_group.glsl"
#define VALUE_PLANE_BINDING 0
#include "fused_values.glsl"

shared uint sh_points[4 * 8 * WG_SIZE]; // of the part, line by line: x and line << 14

void main()
{
	uint self = invocation();
	uvec2 part = gl_WorkGroupID.xy;
	uint n_parts = gl_NumWorkGroups.x; // of a strip
	uint first_part = part.y * n_parts;
	bool is_first = first_part + part.x == 0u;
	uint h = halves[(first_part + part.x) * uint(WG_SIZE) + self];

	// The points of the bands before, and of the band's strips before; for the first
	// workgroup, of all bands. There are at most WG_SIZE bands.
	uint band = part.y / uint(STRIPS_IN_BAND);
	uint n_before = is_first || self < band ? bands[self] : 0u;
	for (uint i = band * uint(STRIPS_IN_BAND) * n_parts + self; i < first_part; i += uint(WG_SIZE)) {
		uvec2 lines = halves_of(parts[i].x) + halves_of(parts[i].y);
		n_before += lines.x + lines.y;
	}

	// The lines' points in the whole strip, and in its parts before.
	uvec4 n_line = uvec4(0u);
	uvec4 n_left = uvec4(0u);
	for (uint i = 0u; i < n_parts; i++) {
		uvec2 sums = parts[first_part + i];
		uvec4 lines = uvec4(halves_of(sums.x), halves_of(sums.y));
		n_line += lines;
		if (i < part.x)
			n_left += lines;
	}

	// Of this invocation's points, the entries in the part's four lines.
	uvec2 before;
	uvec2 total = scan(uvec2(n_in_pair(h, 0u), n_before), before.x);
	n_before = total.y;
	uvec4 n;
	n.xy = halves_of(total.x);
	barrier();
	n.zw = halves_of(scan(uvec2(n_in_pair(h, 1u), 0u), before.y).x);
	uvec4 first = uvec4(0u, n.x, n.x + n.y, n.x + n.y + n.z); // of the lines, in sh_points
	uvec4 entry = uvec4(halves_of(before.x), halves_of(before.y)) + first;
	for (uint line = 0u; line < 4u; line++) {
		uint at = entry[line];
		for (uint bits = line_of(h, line); bits != 0u; bits &= bits - 1u) {
			uint bit = uint(findLSB(bits)); // 0, 1, 4, 5, 16, 17, 20, 21
			sh_points[at++] = 8u * self + (bit & 1u | bit >> 1 & 2u | bit >> 2 & 4u) | line << 14;
		}
	}
	if (is_first) {
		if (self == 0u) {
			n_quads = n_before;
			n_leaf_pixels = n_before;
			draw_vertices = 6 * QUADS_PER_INSTANCE;
			draw_instances = (n_before + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
			draw_first_vertex = 0;
			draw_first_instance = 0;
		}
		n_before = 0u;
	}
	barrier();

	// From a place in sh_points to that in the list, by lines.
	uvec4 to = n_before + n_left - first + uvec4(0u, n_line.x, n_line.x + n_line.y, n_line.x + n_line.y + n_line.z);
	uint corner = 8u * uint(WG_SIZE) * part.x | 4u * part.y << 14;
	for (uint i = self; i < first.w + n.w; i += uint(WG_SIZE)) {
		uint quad = corner + sh_points[i];
		uint place = i + (i < first.z ? i < first.y ? to.x : to.y : i < first.w ? to.z : to.w);
		quads[place] = quad;
#ifdef VALUES
		values[place] = value_of(quad);
#endif
	}
}
