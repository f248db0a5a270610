// Shows the discriminator's input as a picture: with MASK its decisions, with STRENGTH the strength of
// edges, bluish in leaf pixels and yellowish in others; with TONES luma in false colours, with OUTSIDE
// samples out of range, both from package views.
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
	SUM d = sum_at(p);
#ifdef WIDE
	float sum = float(d.x) * 16777216.0 + float(d.y);
#else
	float sum = float(d);
#endif
	// The fourth root makes weak edges visible: an edge of 1 % of the range has 10 % of the
	// brightness.
	return sqrt(sqrt(sum * unit));
}
#endif

#if defined(TONES) || defined(OUTSIDE)
uniform ivec2 levels; // code value of black; code values from black to white

// Maps luma to 255 steps from black to white.
int grey(int luma)
{
	return min((max(luma - levels.x, 0) * 255 + levels.y / 2) / levels.y, 255);
}
#endif

#ifdef TONES
// TONES(TONE, GREY) is a list of TONE(below, red, green, blue) and GREY(below), in the order of luma.
#define TONE(below, r, g, b) \
	if (1000 * (luma - levels.x) < below * levels.y) \
		return ivec3(r, g, b);
#define GREY(below) TONE(below, grey(luma), grey(luma), grey(luma))

ivec3 tone(int luma)
{
	TONES(TONE, GREY)
	return ivec3(0); // not reached: the last TONE matches everything
}
#endif

#ifdef OUTSIDE
uniform ivec4 allowed; // minimum and maximum of luma and chroma

ivec3 outside(ivec2 p)
{
	int luma = sample_at(plane_0, place_0, p);
	if (luma < allowed.x)
		return ivec3(60, 120, 255);
	if (luma > allowed.y)
		return ivec3(255, 60, 40);
#if PLANES == 3
	ivec2 chroma = ivec2(sample_at(plane_1, place_1, p), sample_at(plane_2, place_2, p));
	if (any(lessThan(chroma, allowed.zz)) || any(greaterThan(chroma, allowed.ww)))
		return ivec3(255, 220, 40);
#endif
	return ivec3(grey(luma) / 2);
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
#elif defined(TONES)
	vec3 colour = vec3(tone(sample_at(plane_0, place_0, p))) / 255.0;
#elif defined(OUTSIDE)
	vec3 colour = vec3(outside(p)) / 255.0;
#endif
	imageStore(shown, p, vec4(colour, 1.0));
}
