// Looks up the pixel value of each entry of a point list.
//
// plane     sampler 0: unsigned samples of the plane that has the values
// Commands  binding 1: n_quads
// Quads     binding 2: the list, quads of one pixel
// Values    binding 3: out, a value for each entry
// dispatch  indirect, from Commands; afterwards a barrier for storage

layout(local_size_x = WG_SIZE) in;

layout(binding = 0) uniform usampler2D plane;
// Texels from one sample to the next, the texel of the first sample, the shift from a stored sample to
// its value, the largest value.
uniform ivec4 samples;

#include "quadlist.glsl"

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };
layout(std430, binding = 3) writeonly buffer Values { uint values[]; };

void main()
{
	uint i = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (i >= n_quads)
		return;
	ivec2 p = ivec2(quads[i] & 0x3fffu, quads[i] >> 14);
	uint stored = texelFetch(plane, ivec2(p.x * samples.x + samples.y, p.y), 0).r;
	values[i] = min(stored >> samples.z, uint(samples.w));
}
