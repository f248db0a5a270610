// The list with its means: traverses the pyramid from the top to a quad for each key index.
//
// Commands  binding 1: n_quads
// Quads     binding 2: the list, a quad packed as x | y << 14 | level << 28
// Cells     binding 3, and Means binding 4, see feature_levels.glsl
// ListMeans binding 5: a packed vector for each quad
// dispatch  indirect, from Commands; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 6

layout(local_size_x = WG_SIZE) in;

#include "feature_levels.glsl"
#include "quadlist.glsl"

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };
layout(std430, binding = 5) writeonly buffer ListMeans { uvec2 list_means[]; };

uniform ivec2 size; // pixels
uniform int top;    // the coarsest level

// Cells outside the picture are inactive.
int cell(int level, int first, ivec2 level_size, ivec2 p)
{
	if (any(greaterThanEqual(p, level_size)))
		return 0;
	return level == 0 ? -1 : cells[first + p.y * level_size.x + p.x];
}

void main()
{
	uint key_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (key_ix >= n_quads)
		return;
	int level = top;
	int first = 0;
	ivec2 level_size = ivec2(1);
	ivec2 p = ivec2(0);
	int value = cells[0];
	uint start = 0;
	while (value != -1) {
		first += level_size.x * level_size.y;
		level--;
		level_size = (size + (1 << level) - 1) >> level;
		p *= 2;
		for (int child = 0; child < 4; child++) {
			ivec2 q = p + ivec2(child & 1, child >> 1);
			value = cell(level, first, level_size, q);
			uint end = start + uint(n_leaves(value, level));
			if (key_ix < end) {
				p = q;
				break;
			}
			start = end;
		}
	}
	list_means[key_ix] = means[first + p.y * level_size.x + p.x];
	p <<= level;
	quads[key_ix] = uint(p.x) | uint(p.y) << 14 | uint(level) << 28;
}
