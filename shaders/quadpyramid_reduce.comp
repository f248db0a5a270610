// One reduction of the QuadPyramid: four cells of a level to one of the next.
//
// below     sampler 0: cells of the finer level
// above     image 0: cells of the coarser level, ceil(below_size / 2)
// dispatch  ceil(size of above / 16) workgroups; afterwards a barrier for
//           texture fetches
// source    RealTime QuadTree Analysis using HistoPyramids, section 5

layout(local_size_x = 16, local_size_y = 16) in;

layout(binding = 0) uniform isampler2D below;
layout(binding = 0) writeonly uniform iimage2D above;

uniform ivec2 below_size;

// Cells outside the picture are inactive.
int cell(ivec2 p)
{
	return all(lessThan(p, below_size)) ? texelFetch(below, p, 0).r : 0;
}

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, (below_size + 1) / 2)))
		return;
	ivec4 cells = ivec4(cell(2 * p), cell(2 * p + ivec2(1, 0)),
	                    cell(2 * p + ivec2(0, 1)), cell(2 * p + ivec2(1, 1)));
	ivec4 counts = abs(cells);
	int value = all(equal(cells, ivec4(-1))) ? -1 : counts.x + counts.y + counts.z + counts.w;
	imageStore(above, p, ivec4(value));
}
