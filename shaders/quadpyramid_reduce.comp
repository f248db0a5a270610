// One reduction of the QuadPyramid: four cells of a level to one of the next.
//
// mask      sampler 0, with FROM_MASK: level 0, leaf markers
// planes    samplers 0 to 2, with FROM_PICTURE: see edge_decide.glsl
// Pyramid   binding 3: the levels above, see quadpyramid.glsl
// dispatch  ceil(above_size / 16) workgroups; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 5;
//           FROM_PICTURE and PARTIAL: GPU Point List Generation through
//           Histogram Pyramids, sections 6.1 and 6.3

layout(local_size_x = 16, local_size_y = 16) in;

#if defined(FROM_PICTURE)
#include "edge_decide.glsl"
#elif defined(FROM_MASK)
layout(binding = 0) uniform isampler2D mask;
#else
uniform int below_first; // where the finer level begins in cells[]
#endif
uniform int above_first; // where the coarser one does
uniform ivec2 below_size;
uniform int level;       // the coarser one; with PARTIAL not read from level 0

#include "quadpyramid.glsl"

// The value of a cell of the finer level; outside the picture it is inactive.
int below(ivec2 p)
{
	if (any(greaterThanEqual(p, below_size)))
		return 0;
#if defined(FROM_PICTURE)
	return is_leaf(p) ? -1 : 0;
#elif defined(FROM_MASK)
	return texelFetch(mask, p, 0).r;
#else
	return value_at(below_first + p.y * below_size.x + p.x, level - 1);
#endif
}

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	ivec2 above_size = (below_size + 1) / 2;
	if (any(greaterThanEqual(p, above_size)))
		return;
	ivec4 children = ivec4(below(2 * p), below(2 * p + ivec2(1, 0)),
	                       below(2 * p + ivec2(0, 1)), below(2 * p + ivec2(1, 1)));
	int cell_ix = above_first + p.y * above_size.x + p.x;
#ifdef PARTIAL
	cells[cell_ix] = children;
#else
	cells[cell_ix] = combine(children, level);
#endif
}
