// The point list in line order: traverses the pyramid from the top to a leaf pixel for each key index.
//
// mask         sampler 0: level 0, leaf markers
// Commands     binding 1: n_quads
// Quads        binding 2: the list, as quadlist_traverse.comp packs it
// LinePyramid  binding 3: the counts of the levels above, the top first
// dispatch     indirect, from Commands; afterwards a barrier for storage
// source       GPU Point List Generation through Histogram Pyramids, section 5

layout(local_size_x = WG_SIZE) in;

layout(binding = 0) uniform isampler2D mask;

#include "quadlist.glsl"

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };
layout(std430, binding = 3) buffer LinePyramid { int cells[]; };

uniform ivec2 size; // pixels
uniform int top;    // the coarsest level

void main()
{
	uint key_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (key_ix >= n_quads)
		return;
	int n_pixels = size.x * size.y;
	int first = 0;
	int n_level = 1;
	int ix = 0;
	uint start = 0;
	for (int level = top - 1; level >= 0; level--) {
		first += n_level;
		n_level = (n_pixels + (1 << 2 * level) - 1) >> 2 * level;
		// The last of the four need not be read: an index in none of the others is in it.
		int child_ix = 4 * ix;
		for (; child_ix < 4 * ix + 3; child_ix++) {
			int n = level > 0 ? cells[first + child_ix] : -texelFetch(mask, ivec2(child_ix % size.x, child_ix / size.x), 0).r;
			if (key_ix < start + uint(n))
				break;
			start += uint(n);
		}
		ix = child_ix;
	}
	quads[key_ix] = uint(ix % size.x) | uint(ix / size.x) << 14;
}
