// The point list: traverses the pyramid from the top to a point for each key index. With n_clones
// clones, entry i has the key index i / n_clones.
//
// picture   sampler 0, without VEC4: level 0, see point_decide.glsl
// levels    sampler 1: see pointpyramid.glsl
// Quads     binding 2: the list, as quadlist_traverse.comp packs it
// dispatch  WG_SIZE entries in each workgroup; afterwards a barrier for storage
// source    GPU Point List Generation through Histogram Pyramids, sections 5, 6.2 and 6.3

layout(local_size_x = WG_SIZE) in;

#include "pointpyramid_cells.glsl"
#ifndef VEC4
#include "point_decide.glsl"
#include "pointpyramid.glsl"
#endif

layout(std430, binding = 2) writeonly buffer Quads { uint quads[]; };

uniform ivec2 top;     // the coarsest level, its column
uniform uvec2 entries; // their number; n_clones

void main()
{
	uint entry_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (entry_ix >= entries.x)
		return;
	uint key_ix = entry_ix / entries.y;
	uint start = 0;
	int column = top.y; // first column of the level
	ivec2 p = ivec2(0);
	for (int level = top.x; level > 0; level--) {
#ifdef VEC4
		vec4 children = cell_at(level, column, p);
#else
		column -= size_of(level - 1).x;
#endif
		p *= 2;
		// The last of the four need not be read: an index in none of the others is in it.
		int child = 0;
		for (; child < 3; child++) {
#ifdef VEC4
			uint n = uint(children[child]);
#else
			ivec2 q = p + ivec2(child & 1, child >> 1);
			uint n = level > 1 ? uint(points_at(level - 1, column, q)) : uint(is_point(q));
#endif
			if (key_ix < start + n)
				break;
			start += n;
		}
		p += ivec2(child & 1, child >> 1);
	}
	quads[entry_ix] = uint(p.x) | uint(p.y) << 14;
}
