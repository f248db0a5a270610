// Writes the points of each chunk to their list entries: a tile in Morton order, or with LINES four parts
// of lines.
//
// Commands    binding 1: out, the draw command and the counts
// List        binding 2: out, a point as x | y << 14
// inputs      bindings 3 to 6, see fused.glsl and fused_lines.glsl
// ValuePlane  binding 0, with VALUES
// Values      binding 7, with VALUES: out
// dispatch    as fused_tiles, with LINES as fused_lines_count; afterwards a barrier for storage and
//             commands
//
// Each workgroup adds up the points before its chunk. The first workgroup adds up all points for the
// commands.

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#ifdef LINES
#include "fused_lines.glsl"
#else
#include "fused.glsl"
#endif
#include "fused_commands.glsl"

layout(local_size_x = WG_SIZE) in;

// Points are staged in the memory used for sums before: more shared memory is slower, as fewer
// workgroups run at a time.
#define PART_POINTS 1024
#define SCRATCH_SIZE PART_POINTS
#define POINTS_IN_SCRATCH
#include "fused_group.glsl"
#define QUADS_BINDING 2
#define VALUE_PLANE_BINDING 0
#include "fused_points.glsl"

void main()
{
	uint self = invocation();
	bool is_first = gl_WorkGroupID.xy == uvec2(0u);

	// The invocation's word, its first pixel, and its share of the points in earlier chunks; for the first
	// workgroup, in all of them.
#ifdef LINES
	uint n_parts = gl_NumWorkGroups.x; // in a line
	uint first_part = 4u * (gl_WorkGroupID.y * n_parts + gl_WorkGroupID.x);
	uint part = first_part + self / 32u;
	uint bits = words[first_part * 32u + self];
	uint first = part % n_parts * uint(PART_WIDTH) + 32u * (self % 32u) | part / n_parts << 14;
	uint band = first_part / uint(PARTS_IN_BAND);
	uint n_before = 0u;
	for (uint i = self; i < (is_first ? uint(bands.length()) : band); i += uint(WG_SIZE))
		n_before += bands[i];
	for (uint i = band * uint(PARTS_IN_BAND) + self; i < first_part; i += uint(WG_SIZE))
		n_before += parts[i];
#else
	uint tile = morton_ix(gl_WorkGroupID.xy);
	uint block = tile / 64u;
	uint in_block = tile % 64u;
	uint bits = halves[tile * uint(WG_SIZE) + half_ix(self / 2u, self % 2u)];
	uvec2 corner = 64u * gl_WorkGroupID.xy + morton_cell(32u * self);
	uint first = corner.x | corner.y << 14;
	uint n_before = self < in_block ? tile_quads[tile - in_block + self] : 0u;
	for (uint i = self; i < (is_first ? uint(n_blocks) : block); i += uint(WG_SIZE))
		n_before += blocks[i].n_quads;
#endif

	uint before;
	uvec2 total = scan(uvec2(uint(bitCount(bits)), n_before), before);
	uint place = total.y;
	if (is_first) {
		if (self == 0u)
			set_commands(place, place);
		place = 0u;
	}
	Chunk chunk = chunk_of(bits, before, first, total.x);
	while (has_part(chunk)) {
		stage_part(chunk);
		barrier();
		write_part(chunk, place + chunk.n_written);
		barrier();
	}
}
