// One reduction of a point pyramid: adds up four cells of a level to one of the next.
//
// picture   sampler 0, with FROM_PICTURE: level 0, see point_decide.glsl
// levels    sampler 1, without: see pointpyramid.glsl
// above     image 0: the coarser level, or with RECT all
// dispatch  ceil(size of the coarser level / 16) workgroups; afterwards a barrier for textures
// source    GPU Point List Generation through Histogram Pyramids, sections 4, 6 and 8
//
// BILINEAR sums four cells with one filtered fetch at their common corner, which gives their mean.

layout(local_size_x = 16, local_size_y = 16) in;

#ifdef FROM_PICTURE
#include "point_decide.glsl"
#endif
#include "pointpyramid.glsl"

layout(binding = 0) uniform writeonly image2D above;

uniform ivec4 place; // the coarser level; its column and the finer level's; 0

#ifndef BILINEAR

float below(ivec2 p)
{
#ifdef FROM_PICTURE
	return is_point(p) ? 1.0 : 0.0;
#else
	return points_at(place.x - 1, place.z, p);
#endif
}

#endif

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, size_of(place.x))))
		return;
#ifdef BILINEAR
	vec2 corner = vec2(2 * p + 1) / vec2(size_of(place.x - 1));
	vec4 cell = vec4(4.0 * textureLod(levels, corner, float(place.x - 2)).x, 0.0, 0.0, 0.0);
#else
	vec4 cell = vec4(below(2 * p), below(2 * p + ivec2(1, 0)), below(2 * p + ivec2(0, 1)), below(2 * p + ivec2(1, 1)));
#ifndef VEC4
	cell = vec4(cell.x + cell.y + cell.z + cell.w, 0.0, 0.0, 0.0);
#endif
#endif
	imageStore(above, ivec2(place.y, 0) + p, cell);
}
