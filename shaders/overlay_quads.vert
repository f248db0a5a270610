// A quad: a rectangle and the hole in it. The rest is its outline. Edges are
// on whole pixels of the target, so neighbours share their line. With MOSAIC it is
// a rectangle that ends where its neighbours begin, in the quad's mean colour.
// With BY_MEAN and BY_AGE mean or age give the colour, else the level.
//
// picture   sampler 0, with MOSAIC and BY_MEAN: RGB
// Commands  binding 1: n_quads
// Quads     binding 2: packed quads
// Means     binding 3, with MOSAIC and BY_MEAN: see overlay_means.glsl
// Scale     binding 4, with BY_MEAN and BY_AGE: 256 colours, red lowest
// Ages      binding 5, with BY_AGE if aged is set: see overlay_ages.glsl
// draw      indirect; two triangles for each quad, QUADS_PER_INSTANCE quads for each instance
// source    View.frame in Go is the same arithmetic

#include "quadlist.glsl"
#if defined(MOSAIC) || defined(BY_MEAN)
#include "overlay_means.glsl"
layout(binding = 0) uniform sampler2D picture;
uniform ivec2 size; // of the picture, as coded
#endif
#if defined(BY_MEAN) || defined(BY_AGE)
layout(std430, binding = 4) readonly buffer Scale { uint scale_colours[256]; };
#endif
#ifdef BY_AGE
#include "overlay_ages.glsl"
layout(std430, binding = 5) readonly buffer Ages { uint n_aged, unused; Kept aged_quads[]; };
uniform int aged; // 0: all quads are new
#endif

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };

uniform vec2 scale;       // target pixels per picture pixel, before turning
uniform vec2 origin;      // target pixel of the picture's corner
uniform ivec4 turn;       // picture to display: a matrix of 0, 1 and −1, row by row
uniform ivec2 turn_origin; // and its translation, in picture pixels
uniform ivec2 turned_size; // the picture's size on the display, in picture pixels
uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is its lowest, as a window's; else −1
uniform int line_width;
uniform vec4 colours[15]; // by level; with MOSAIC, BY_MEAN and BY_AGE only their alpha counts

flat out vec4 colour;
flat out ivec4 hole; // its first pixels, and those after its last

// The target pixel at which the picture coordinate p begins.
ivec2 place(ivec2 p)
{
	precise vec2 scaled = vec2(p) * scale;
	precise vec2 moved = scaled + origin;
	return ivec2(floor(moved + 0.5));
}

void main()
{
	uint quad_ix = gl_InstanceID * QUADS_PER_INSTANCE + gl_VertexID / 6;
	if (quad_ix >= n_quads) { // after the last quad: an empty triangle
		gl_Position = vec4(0.0);
		return;
	}
	uint quad = quads[quad_ix];
	int level = int(quad >> 28);
	ivec2 p = ivec2(quad & 0x3fffu, quad >> 14 & 0x3fffu);
	ivec2 q = p + (1 << level);
	ivec2 a = ivec2(turn.x * p.x + turn.y * p.y, turn.z * p.x + turn.w * p.y) + turn_origin;
	ivec2 b = ivec2(turn.x * q.x + turn.y * q.y, turn.z * q.x + turn.w * q.y) + turn_origin;

	// The right line of a quad is the left line of its neighbour; at the
	// picture's end it moves inside.
	ivec2 low = place(min(a, b));
	ivec2 high = min(place(max(a, b)) + line_width, place(turned_size));
	ivec2 inner_low = min(low + line_width, high);
	hole = ivec4(inner_low, max(high - line_width, inner_low));

	// Corners 0 1 2 and 2 1 3 of the rectangle's Z.
	int vertex = gl_VertexID % 6;
	int corner = vertex < 3 ? vertex : vertex == 3 ? 2 : vertex == 4 ? 1 : 3;
	ivec2 pixel = ivec2((corner & 1) == 0 ? low.x : high.x, (corner & 2) == 0 ? low.y : high.y);
	colour = colours[level];
#if defined(MOSAIC) || defined(BY_MEAN)
	colour.rgb = level == 0 ? texelFetch(picture, p, 0).rgb : unpackUnorm4x8(means[mean_ix(size, level, p >> level)]).rgb;
#endif
#ifdef BY_MEAN
	uvec3 mean = uvec3(colour.rgb * 255.0 + 0.5);
	uint luma = 54u * mean.r + 183u * mean.g + 19u * mean.b + 128u >> 8u;
	colour.rgb = unpackUnorm4x8(scale_colours[luma]).rgb;
#endif
#ifdef BY_AGE
	uint age = aged == 1 ? aged_quads[quad_ix].age : 0u;
	int age_step = min(findMSB(age) + 1, AGE_STEPS - 1);
	colour.rgb = unpackUnorm4x8(scale_colours[255 - age_step * 255 / (AGE_STEPS - 1)]).rgb;
#endif
	vec2 unit = vec2(pixel) / vec2(target_size);
	gl_Position = vec4(2.0 * unit.x - 1.0, up * (1.0 - 2.0 * unit.y), 0.0, 1.0);
}
