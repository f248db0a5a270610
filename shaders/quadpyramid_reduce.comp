// One reduction of the QuadPyramid: combines four cells of a level into one of the next.
//
// mask      sampler 0, with FROM_MASK: level 0, leaf markers
// planes    samplers 0 to 2, with FROM_PICTURE: see edge_decide.glsl
// Pyramid   binding 3: the levels above, see quadpyramid.glsl
// dispatch  ceil(above_size / 16) workgroups; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 5;
//           FROM_PICTURE and PARTIAL: GPU Point List Generation through
//           Histogram Pyramids, sections 6.1 and 6.3

layout(local_size_x = 16, local_size_y = 16) in;

#ifdef FROM_PICTURE
#include "edge_decide.glsl"
#else
uniform ivec2 size; // pixels
#endif
#ifdef FROM_MASK
layout(binding = 0) uniform isampler2D mask;
#endif
uniform ivec4 place; // the coarser level; its first index in cells[] and the finer level's; 0

#include "quadpyramid.glsl"

ivec2 size_of(int level)
{
	return (size + (1 << level) - 1) >> level;
}

// Returns the value of a cell of the finer level; outside the picture it is inactive.
int below(ivec2 p, ivec2 below_size)
{
	if (any(greaterThanEqual(p, below_size)))
		return 0;
#if defined(FROM_PICTURE)
	return is_leaf(p) ? -1 : 0;
#elif defined(FROM_MASK)
	return texelFetch(mask, p, 0).r;
#else
	return value_at(place.z + p.y * below_size.x + p.x, place.x - 1);
#endif
}

void main()
{
	int level = place.x;
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	ivec2 above_size = size_of(level);
	if (any(greaterThanEqual(p, above_size)))
		return;
	ivec2 below_size = size_of(level - 1);
	ivec4 children = ivec4(below(2 * p, below_size), below(2 * p + ivec2(1, 0), below_size),
	                       below(2 * p + ivec2(0, 1), below_size), below(2 * p + ivec2(1, 1), below_size));
	int cell_ix = place.y + p.y * above_size.x + p.x;
#ifdef PARTIAL
	cells[cell_ix] = children;
#else
	cells[cell_ix] = combine(children, level);
#endif
}
