// One level of a plane's sums: each is the sum of four of the level below.
//
// FROM_SAMPLES  for level 1, from the samples themselves
//
// plane     sampler 0, with FROM_SAMPLES
// Sums      binding 1, see reconstruction_sums.glsl
// dispatch  ceil(size of the level / 16) workgroups; afterwards a barrier for storage

layout(local_size_x = 16, local_size_y = 16) in;

#include "reconstruction_sums.glsl"

uniform int level; // to be computed

#ifdef FROM_SAMPLES
#include "reconstruction_samples.glsl"
uvec2 sum_at(ivec2 p) { return uvec2(sample_at(p), 0u); }
#else
uvec2 sum_at(ivec2 p) { return sums[sum_ix(level - 1, p)]; }
#endif

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, plane_size >> level)))
		return;
	uvec2 upper = add_sums(sum_at(2 * p), sum_at(2 * p + ivec2(1, 0)));
	uvec2 lower = add_sums(sum_at(2 * p + ivec2(0, 1)), sum_at(2 * p + ivec2(1, 1)));
	sums[sum_ix(level, p)] = add_sums(upper, lower);
}
