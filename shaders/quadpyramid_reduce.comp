// One reduction of the QuadPyramid: four cells of a level to one of the next.
//
// mask      sampler 0, with FROM_MASK: level 0, leaf markers
// Pyramid   binding 3: the levels above, see quadpyramid.glsl
// dispatch  ceil(above_size / 16) workgroups; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 5

layout(local_size_x = 16, local_size_y = 16) in;

#ifdef FROM_MASK
layout(binding = 0) uniform isampler2D mask;
#else
uniform int below_first; // where the finer level begins in cells[]
#endif
uniform int above_first; // where the coarser one does
uniform ivec2 below_size;

#include "quadpyramid.glsl"

// Cells outside the picture are inactive.
int cell(ivec2 p)
{
	if (any(greaterThanEqual(p, below_size)))
		return 0;
#ifdef FROM_MASK
	return texelFetch(mask, p, 0).r;
#else
	return cells[below_first + p.y * below_size.x + p.x];
#endif
}

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	ivec2 above_size = (below_size + 1) / 2;
	if (any(greaterThanEqual(p, above_size)))
		return;
	ivec4 four = ivec4(cell(2 * p), cell(2 * p + ivec2(1, 0)),
	                   cell(2 * p + ivec2(0, 1)), cell(2 * p + ivec2(1, 1)));
	ivec4 counts = abs(four);
	int value = all(equal(four, ivec4(-1))) ? -1 : counts.x + counts.y + counts.z + counts.w;
	cells[above_first + p.y * above_size.x + p.x] = value;
}
