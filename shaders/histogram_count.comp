// Counts pixels by the bin of their value. A workgroup counts in shared memory, with several counters
// per bin to reduce contention between neighbours of equal value, and adds its counts to the global
// ones.
//
// COPIES   counters for each bin
// CHANNEL  if the value is a channel, R, G or B; else it is D
//
// planes    samplers 0 to 2, see edge_decide.glsl
// Bounds    binding 0: for each bin the smallest value in it or above, as a number of D
// Counts    binding 1: added to
// dispatch  any number of workgroups, together about as many rows of 16 lines as the
//           picture has; afterwards a barrier for storage

layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 0) readonly buffer Bounds { uvec2 bin_bounds[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };

#include "edge_decide.glsl"

uniform int n_bins;
#ifdef CHANNEL
uniform int n_channel; // which one
#endif

shared uvec2 begins[256];
shared uint counted[COPIES * 256];

// Returns a value as two numbers of 24 bits, the upper bits first, like the sums with WIDE.
uvec2 value_at(ivec2 p)
{
#ifdef CHANNEL
	ivec2 others = ivec2(1 << (DEPTH - 1));
#if PLANES == 3
	others = ivec2(sample_at(plane_1, place_1, p), sample_at(plane_2, place_2, p));
#endif
	return uvec2(0u, in_range(raw_features(uint(sample_at(plane_0, place_0, p)), chroma_part(uint(others.x), uint(others.y))))[n_channel]);
#else
	SUM d = sum_at(p);
#ifdef WIDE
	return uvec2(d.x + (d.y >> 24), d.y & 0xffffffu);
#else
	return uvec2(d >> 24, d & 0xffffffu);
#endif
#endif
}

void main()
{
	int self = int(gl_LocalInvocationIndex);
	for (int i = self; i < COPIES * 256; i += 256)
		counted[i] = 0u;
	begins[self] = self < n_bins ? bin_bounds[self] : uvec2(0xffffffffu);
	barrier();
	ivec2 across = ivec2(gl_NumWorkGroups.xy) * 16;
	for (int y = int(gl_GlobalInvocationID.y); y < size.y; y += across.y) {
		for (int x = int(gl_GlobalInvocationID.x); x < size.x; x += across.x) {
			uvec2 v = value_at(ivec2(x, y));
			int bin = 0;
			for (int half_of = 128; half_of > 0; half_of >>= 1) {
				uvec2 b = begins[bin + half_of];
				if (b.x < v.x || b.x == v.x && b.y <= v.y)
					bin += half_of;
			}
			atomicAdd(counted[COPIES * bin + self % COPIES], 1u);
		}
	}
	barrier();
	uint sum = 0u;
	for (int i = 0; i < COPIES; i++)
		sum += counted[COPIES * self + i];
	if (sum > 0u)
		atomicAdd(counts[self], sum);
}
