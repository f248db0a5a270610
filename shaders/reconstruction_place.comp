// Writes each quad of a list into the map.
//
// Map       binding 0: cleared
// Commands  binding 1
// Quads     binding 2
// dispatch  any number of workgroups; afterwards a barrier for storage

layout(local_size_x = 64) in;

#include "reconstruction_map.glsl"
#include "quadlist.glsl"

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };

void main()
{
	for (uint i = gl_GlobalInvocationID.x; i < n_quads; i += gl_NumWorkGroups.x * 64u) {
		uint q = quads[i];
		uint x = q & 16383u;
		atomicOr(levels[(q >> 14 & 16383u) * uint(map_stride) + (x >> 2)], (q >> 28) + 1u << 8u * (x & 3u));
	}
}
