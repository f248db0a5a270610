// Writes the points of each part of a strip to their list entries, line by line.
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
// Each workgroup adds up the points before its part's lines. The first workgroup adds up all points for
// the commands.

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

shared uint sh_points[2 * 8 * WG_SIZE]; // for two lines of the part

void main()
{
	uint self = invocation();
	uvec2 part = gl_WorkGroupID.xy;
	uint n_parts = gl_NumWorkGroups.x; // per strip
	uint first_part = part.y * n_parts;
	bool is_first = first_part + part.x == 0u;
	uint h = halves[(first_part + part.x) * uint(WG_SIZE) + self];

	// The number of points in earlier bands and in earlier strips of the band; for the first workgroup,
	// in all bands. There are at most WG_SIZE bands.
	uint band = part.y / uint(STRIPS_IN_BAND);
	uint n_before = is_first || self < band ? bands[self] : 0u;
	for (uint i = band * uint(STRIPS_IN_BAND) * n_parts + self; i < first_part; i += uint(WG_SIZE)) {
		uvec2 lines = halves_of(parts[i].x) + halves_of(parts[i].y);
		n_before += lines.x + lines.y;
	}

	// The points of the lines in the whole strip, and in its earlier parts.
	uvec4 n_line = uvec4(0u);
	uvec4 n_left = uvec4(0u);
	for (uint i = 0u; i < n_parts; i++) {
		uvec2 sums = parts[first_part + i];
		uvec4 lines = uvec4(halves_of(sums.x), halves_of(sums.y));
		n_line += lines;
		if (i < part.x)
			n_left += lines;
	}

	uint place = 0u; // of the first pair's upper line
	for (uint pair = 0u; pair < 2u; pair++) {
		uint both;
		uvec2 total = scan(uvec2(n_in_pair(h, pair), n_before), both);
		if (pair == 0u) {
			place = total.y;
			n_before = 0u;
			if (is_first) {
				if (self == 0u) {
					n_quads = place;
					n_leaf_pixels = place;
					draw_vertices = 6 * QUADS_PER_INSTANCE;
					draw_instances = (place + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
					draw_first_vertex = 0;
					draw_first_instance = 0;
				}
				place = 0u;
			}
		}
		uvec2 n = halves_of(total.x); // for the part's two lines
		uvec2 entry = halves_of(both) + uvec2(0u, n.x);
		for (uint line = 0u; line < 2u; line++) {
			uint at = line == 0u ? entry.x : entry.y;
			for (uint bits = line_of(h, 2u * pair + line); bits != 0u; bits &= bits - 1u) {
				uint bit = uint(findLSB(bits)); // 0, 1, 4, 5, 16, 17, 20, 21
				sh_points[at++] = 8u * self + (bit & 1u | bit >> 1 & 2u | bit >> 2 & 4u);
			}
		}
		barrier();
		uvec2 left = pair == 0u ? n_left.xy : n_left.zw;
		uvec2 whole = pair == 0u ? n_line.xy : n_line.zw;
		uint corner = 8u * uint(WG_SIZE) * part.x | (4u * part.y + 2u * pair) << 14;
		uint upper = place + left.x;
		uint lower = place + whole.x + left.y - n.x;
		for (uint i = self; i < n.x + n.y; i += uint(WG_SIZE)) {
			uint quad = corner + sh_points[i];
			uint to = upper + i;
			if (i >= n.x) {
				quad += 1u << 14;
				to = lower + i;
			}
			quads[to] = quad;
#ifdef VALUES
			values[to] = value_of(quad);
#endif
		}
		place += whole.x + whole.y;
		barrier();
	}
}
