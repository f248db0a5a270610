// The OcList: traverses the pyramid from the top, among eight children, to a cube for each key index.
//
// Masks     binding 0: level 0
// Commands  binding 1: n_cubes
// Cubes     binding 2: the list, a cube packed as x | y << 14 | level << 28, frame
// Pyramid   binding 3: the levels above
// dispatch  indirect, from Commands; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, sections 6 and 8.4

layout(local_size_x = 256) in;

uniform int top; // the coarsest level

#include "ocpyramid.glsl"
#include "ocpyramid_cells.glsl"
#include "oclist.glsl"

void main()
{
	uint key_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * 256u) + gl_GlobalInvocationID.x;
	if (key_ix >= min(n_cubes, uint(capacity)))
		return;
	int level = top;
	uint first = 0u;
	ivec3 level_size = ivec3(1);
	ivec3 p = ivec3(0);
	int value = cells[0];
	uint start = 0u;
	while (value != -1) {
		first += uint(level_size.x) * uint(level_size.y) * uint(level_size.z);
		level--;
		level_size = size_of(level);
		p *= 2;
		for (int child = 0; child < 8; child++) {
			ivec3 q = p + ivec3(child & 1, child >> 1 & 1, child >> 2);
			value = cell(level, first, level_size, q);
			uint end = start + uint(count(value, level));
			if (key_ix < end) {
				p = q;
				break;
			}
			start = end;
		}
	}
	write_cube(key_ix, uvec3(p << level), uint(level));
}
