// Writes the number of points, from the pyramid's top.
//
// levels    sampler 1: see pointpyramid_cells.glsl
// Count     binding 1
// dispatch  1 workgroup; afterwards a barrier for reading buffers back
// source    GPU Point List Generation through Histogram Pyramids, section 5

layout(local_size_x = 1) in;

#include "pointpyramid_cells.glsl"

layout(std430, binding = 1) writeonly buffer Count { uint n_points; };

uniform ivec2 top; // the coarsest level, its column

void main()
{
	// A 16-bit float overflows to infinity, which has no integer value.
	n_points = uint(min(points_in(cell_at(top.x, top.y, ivec2(0))), 4294967040.0));
}
