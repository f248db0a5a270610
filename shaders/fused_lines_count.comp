// Computes leaf pixels from samples and counts them in parts of lines.
//
// Planes    bindings 0 to 2: the planes' bytes as they lie in memory
// Words     binding 3: out
// Parts     binding 4: out
// Bands     binding 5: out, all zero before
// Next      binding 6: the bands of the next frame, zeroed here
// dispatch  ceil(width / PART_WIDTH) × ceil(height / 4) workgroups; afterwards a barrier for
//           storage

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#include "fused_lines.glsl"

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 6) writeonly buffer Next { uint next_bands[]; };

#include "fused_group.glsl"
#include "fused_line_words.glsl"
#ifdef OPERATOR_DISTANCE
#include "fused_colours.glsl"
#else
#include "fused_samples.glsl"
#endif

void main()
{
	uint self = invocation();
	uvec2 group = gl_WorkGroupID.xy;
	uint n_parts = gl_NumWorkGroups.x; // in a line
	ivec2 origin = ivec2(8u * (group.x * uint(WG_SIZE) + self), 4u * group.y);
	uint h = all(lessThan(origin, size)) ? leaf_half(origin) : 0u;
	sh_halves[self] = h;
	// Sums stay below 2^16 in each half: a part has 1024 pixels.
	uvec2 n_points = uvec2(bitCount(h & 0xffu) | bitCount(h & 0xff00u) << 16,
	                       bitCount(h & 0xff0000u) | bitCount(h & 0xff000000u) << 16);
	uint unused;
	uvec2 sums = scan(n_points, unused);

	uint line = 4u * group.y + self / 32u;
	if (line < uint(size.y))
		words[(line * n_parts + group.x) * 32u + self % 32u] = line_word(4u * (self % 32u), self / 32u);
	if (group == uvec2(0u))
		for (uint i = self; i < uint(next_bands.length()); i += uint(WG_SIZE))
			next_bands[i] = 0u;
	line = 4u * group.y + self;
	if (self >= 4u || line >= uint(size.y))
		return;
	uint n = sums[self / 2u] >> 16u * (self % 2u) & 0xffffu;
	uint part = line * n_parts + group.x;
	parts[part] = n;
	if (n > 0u)
		atomicAdd(bands[part / uint(PARTS_IN_BAND)], n);
}
