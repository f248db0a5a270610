// One reduction of the OcPyramid: combines eight cells of a level into one of the next.
//
// Masks     binding 0: level 0, see ocpyramid.glsl
// Pyramid   binding 3: the levels above, see ocpyramid_cells.glsl
// dispatch  ceil(above_size / (8, 8, 1)) workgroups; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, sections 5 and 8.4

layout(local_size_x = 8, local_size_y = 8) in;

uniform int level;    // the coarser one
uniform ivec2 places; // first indices of its cells and of the finer level's

#include "ocpyramid.glsl"
#include "ocpyramid_cells.glsl"

void main()
{
	ivec3 p = ivec3(gl_GlobalInvocationID);
	ivec3 above_size = size_of(level);
	if (any(greaterThanEqual(p, above_size)))
		return;
	ivec3 below_size = size_of(level - 1);
	bool all_leaves = level <= limits.y;
	int sum = 0;
	for (int child = 0; child < 8; child++) {
		int value = cell(level - 1, uint(places.y), below_size, 2 * p + ivec3(child & 1, child >> 1 & 1, child >> 2));
		all_leaves = all_leaves && value == -1;
		sum += count(value, level - 1);
	}
	cells[uint(places.x) + cell_ix(p, above_size)] = all_leaves ? -1 : sum;
}
