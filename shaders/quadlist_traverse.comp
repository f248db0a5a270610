// The QuadList: each key index descends from the top to its quad.
//
// levels    samplers 0 to N_LEVELS − 1: the pyramid, level 0 first
// Commands  binding 1: n_quads
// Quads     binding 2: the list, a quad packed as x | y << 14 | level << 28
// dispatch  indirect, from Commands; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 6

layout(local_size_x = WG_SIZE) in;

layout(binding = 0) uniform isampler2D levels[N_LEVELS];

#include "quadlist.glsl"

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

uniform ivec2 size; // pixels

// Cells outside the picture are inactive.
int cell(int level, ivec2 p)
{
	ivec2 level_size = (size + (1 << level) - 1) >> level;
	return all(lessThan(p, level_size)) ? texelFetch(levels[level], p, 0).r : 0;
}

void main()
{
	uint key_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (key_ix >= n_quads)
		return;
	int level = N_LEVELS - 1;
	ivec2 p = ivec2(0);
	int value = cell(level, p);
	uint start = 0;
	while (value != -1) {
		level--;
		p *= 2;
		for (int child = 0; child < 4; child++) {
			ivec2 q = p + ivec2(child & 1, child >> 1);
			value = cell(level, q);
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
