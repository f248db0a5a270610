// The QuadList: traverses the pyramid from the top to a quad for each key index.
//
// mask      sampler 0, without PARTIAL and FROM_PICTURE: level 0, leaf markers
// planes    samplers 0 to 2, with FROM_PICTURE: see edge_decide.glsl
// Commands  binding 1: n_quads
// Quads     binding 2: the list, a quad packed as x | y << 14 | level << 28
// Pyramid   binding 3: the levels above
// dispatch  indirect, from Commands; afterwards a barrier for storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 6;
//           FROM_PICTURE and PARTIAL: GPU Point List Generation through
//           Histogram Pyramids, sections 6.1 and 6.3

layout(local_size_x = WG_SIZE) in;

#ifdef FROM_PICTURE
#include "edge_decide.glsl"
#else
layout(binding = 0) uniform isampler2D mask;
uniform ivec2 size; // pixels
#endif
uniform int top; // the coarsest level

#include "quadlist.glsl"
#include "quadpyramid.glsl"

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

#ifndef PARTIAL

// Returns the value of a cell of a level whose cells start at index first; outside the picture it is
// inactive.
int cell(int level, int first, ivec2 level_size, ivec2 p)
{
	if (any(greaterThanEqual(p, level_size)))
		return 0;
	if (level > 0)
		return cells[first + p.y * level_size.x + p.x];
#ifdef FROM_PICTURE
	return is_leaf(p) ? -1 : 0;
#else
	return texelFetch(mask, p, 0).r;
#endif
}

#endif

void main()
{
	uint key_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (key_ix >= n_quads)
		return;
	int level = top;
	int first = 0;
	ivec2 level_size = ivec2(1);
	ivec2 p = ivec2(0);
	int value = value_at(0, top);
	uint start = 0;
	while (value != -1) {
#ifdef PARTIAL
		ivec4 children = cells[first + p.y * level_size.x + p.x];
#endif
		first += level_size.x * level_size.y;
		level--;
		level_size = (size + (1 << level) - 1) >> level;
		p *= 2;
		for (int child = 0; child < 4; child++) {
			ivec2 q = p + ivec2(child & 1, child >> 1);
#ifdef PARTIAL
			value = children[child];
#else
			value = cell(level, first, level_size, q);
#endif
			uint end = start + uint(count(value, level));
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
