// Computes leaf pixels from samples and counts them in parts of lines.
//
// Planes    bindings 0 to 2: the planes' bytes as they lie in memory
// Halves    binding 3: out
// Parts     binding 4: out
// Bands     binding 5: out, all zero before
// Next      binding 6: the bands of the next frame, zeroed here
// dispatch  ceil(width / 1024) × ceil(height / 4) workgroups; afterwards a barrier for
//           storage

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif

#include "quad_words.glsl"
#include "fused_lines.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 6) writeonly buffer Next { uint next_bands[]; };

#include "fused_group.glsl"
#ifdef OPERATOR_DISTANCE
#include "fused_colours.glsl"
#else
#include "fused_samples.glsl"
#endif

void main()
{
	uint self = invocation();
	uvec2 part = gl_WorkGroupID.xy;
	uint part_ix = part.y * gl_NumWorkGroups.x + part.x;
	ivec2 origin = ivec2(8u * (part.x * uint(WG_SIZE) + self), 4u * part.y);
	uint h = all(lessThan(origin, size)) ? leaf_half(origin) : 0u;
	halves[part_ix * uint(WG_SIZE) + self] = h;
	// Sums stay below 2^16 in each half: a line of a part has 1024 pixels.
	uint before;
	uvec2 sums = scan(uvec2(n_in_pair(h, 0u), n_in_pair(h, 1u)), before);
	if (part_ix == 0u)
		next_bands[self] = 0u;
	if (self != 0u)
		return;
	parts[part_ix] = sums;
	uvec2 lines = halves_of(sums.x) + halves_of(sums.y);
	if (lines.x + lines.y > 0u)
		atomicAdd(bands[part.y / uint(STRIPS_IN_BAND)], lines.x + lines.y);
}
