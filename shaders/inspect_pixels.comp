// Shows the discriminator's input as a picture: with MASK its decisions, with STRENGTH the
// strength of the edges, bluish in leaf pixels and yellowish in others.
//
// planes    samplers 0 to 2, see edge_decide.glsl
// shown     image 0: RGB
// dispatch  ceil(size / 16) workgroups; afterwards a barrier for texture fetches

layout(local_size_x = 16, local_size_y = 16) in;

layout(binding = 0, rgba8) writeonly uniform image2D shown;

#include "edge_decide.glsl"

#ifdef STRENGTH
uniform float unit; // the D that corresponds to 1 on the threshold's scale

float strength(ivec2 p)
{
	SUM d = deviation(plane_0, place_0, p);
#if PLANES == 3
	d += deviation(plane_1, place_1, p) + deviation(plane_2, place_2, p);
#endif
#ifdef WIDE
	float sum = float(d.x) * 16777216.0 + float(d.y);
#else
	float sum = float(d);
#endif
	// The fourth root makes weak edges visible: an edge of a hundredth of the range has a
	// tenth of the brightness.
	return sqrt(sqrt(sum * unit));
}
#endif

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, size)))
		return;
#if defined(MASK)
	vec3 colour = (is_leaf(p) ? vec3(230.0, 232.0, 237.0) : vec3(23.0, 26.0, 31.0)) / 255.0;
#elif defined(STRENGTH)
	vec3 colour = min(strength(p), 1.0) * (is_leaf(p) ? vec3(0.45, 0.65, 1.0) : vec3(1.0, 0.85, 0.45));
#endif
	imageStore(shown, p, vec4(colour, 1.0));
}
