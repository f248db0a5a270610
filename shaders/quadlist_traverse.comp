// The QuadList: each key index descends from the top to its quad.
//
// mask      sampler 0: level 0, leaf markers
// Commands  binding 1: n_quads
// Quads     binding 2: the list, a quad packed as x | y << 14 | level << 28
// Pyramid   binding 3: the levels above
// dispatch  indirect, from Commands; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 6

layout(local_size_x = WG_SIZE) in;

layout(binding = 0) uniform isampler2D mask;

#include "quadlist.glsl"
#include "quadpyramid.glsl"

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

uniform ivec2 size; // pixels
uniform int top;    // the coarsest level

// Cells outside the picture are inactive.
int cell(int level, int first, ivec2 level_size, ivec2 p)
{
	if (any(greaterThanEqual(p, level_size)))
		return 0;
	return level == 0 ? texelFetch(mask, p, 0).r : cells[first + p.y * level_size.x + p.x];
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
			uint end = start + uint(abs(value));
			if (key_ix < end) {
				p = q;
				break;
			}
			start = end;
		}
	}
	p <<= level;
	quads[key_ix] = uint(p.x) | uint(p.y) << 14 | uint(level) << 28;
}
