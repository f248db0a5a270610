// One reduction of a feature pyramid: combines four cells of a level into one of the next.
//
// FROM_PIXELS  1 if the finer level is level 0
// Cells      binding 3, and Means binding 4, see feature_levels.glsl
// dispatch   ceil(above_size / 16) workgroups; afterwards a barrier for storage
// source     RealTime QuadTree Analysis using HistoPyramids, sections 5 and 7.1

layout(local_size_x = 16, local_size_y = 16) in;

#include "feature.glsl"
#include "feature_levels.glsl"

uniform int below_first; // index of the finer level in means[]
uniform int above_first; // index of the coarser level
uniform ivec2 below_size;
uniform int level; // the coarser one
uniform int threshold; // T

// Cells outside the picture are inactive.
int cell(ivec2 p)
{
	if (any(greaterThanEqual(p, below_size)))
		return 0;
#if FROM_PIXELS
	return -1;
#else
	return cells[below_first + p.y * below_size.x + p.x];
#endif
}

uvec3 mean_of(ivec2 p) { return unpack_mean(means[below_first + p.y * below_size.x + p.x]); }

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	ivec2 above_size = (below_size + 1) / 2;
	if (any(greaterThanEqual(p, above_size)))
		return;
	int above = above_first + p.y * above_size.x + p.x;
	ivec4 four = ivec4(cell(2 * p), cell(2 * p + ivec2(1, 0)),
	                   cell(2 * p + ivec2(0, 1)), cell(2 * p + ivec2(1, 1)));
	if (level <= limits.y && all(equal(four, ivec4(-1)))) {
		uint deviation;
		uvec3 mean = average(mean_of(2 * p), mean_of(2 * p + ivec2(1, 0)),
		                     mean_of(2 * p + ivec2(0, 1)), mean_of(2 * p + ivec2(1, 1)), deviation);
		if (deviation <= uint(threshold)) {
			means[above] = pack_mean(mean);
			cells[above] = -1;
			return;
		}
	}
	cells[above] = n_leaves(four.x, level - 1) + n_leaves(four.y, level - 1) +
	               n_leaves(four.z, level - 1) + n_leaves(four.w, level - 1);
}
