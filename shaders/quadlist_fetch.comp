// Copies a list, whatever its length, to buffers mapped into the program's memory. Each invocation
// copies every TOTALth entry, starting at its own number.
//
// Commands    binding 1: n_quads and n_leaf_pixels
// Quads       binding 2: packed quads
// Fetched     binding 4: out; only the numbers if the list exceeds the capacity
// ListMeans   binding 5: with MEANS, a packed vector for each quad
// Means       binding 6: with MEANS, out
// ListValues  binding 5: with VALUES, a value for each quad
// Values      binding 6: with VALUES, out, two values in each word
// dispatch    TOTAL / WG_SIZE workgroups; afterwards a barrier for mapped buffers

layout(local_size_x = WG_SIZE) in;

#include "quadlist.glsl"

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };
layout(std430, binding = 4) writeonly buffer Fetched {
	uint fetched_n_quads;
	uint fetched_n_leaf_pixels;
	uint fetched_class_quads[16];
	uint fetched_unused[14]; // aligns the entries to a cache line
	uint fetched[];
};
#ifdef MEANS
layout(std430, binding = 5) readonly buffer ListMeans { uvec2 list_means[]; };
layout(std430, binding = 6) writeonly buffer Means { uvec2 means[]; };
#endif
#ifdef VALUES
layout(std430, binding = 5) readonly buffer ListValues { uint list_values[]; };
layout(std430, binding = 6) writeonly buffer Values { uint values[]; };
#endif

uniform int capacity;

void main()
{
	uint n = n_quads;
	if (gl_GlobalInvocationID.x == 0u) {
		fetched_n_quads = n;
		fetched_n_leaf_pixels = n_leaf_pixels;
		for (int i = 0; i < 16; i++)
			fetched_class_quads[i] = class_quads[i];
	}
	if (n > uint(capacity))
		return;
	for (uint i = gl_GlobalInvocationID.x; i < n; i += TOTAL) {
		fetched[i] = quads[i];
#ifdef MEANS
		means[i] = list_means[i];
#endif
	}
#ifdef VALUES
	for (uint i = gl_GlobalInvocationID.x; 2u * i < n; i += TOTAL)
		values[i] = list_values[2u * i] | (2u * i + 1u < n ? list_values[2u * i + 1u] << 16 : 0u);
#endif
}
