// A quad: a rectangle with a hole; the rest is its outline. Edges lie on whole target pixels, so that
// neighbours share a line. With MOSAIC it is a rectangle that ends where its neighbours begin.
//
// Commands  binding 1: see quadlist.glsl
// Quads     binding 2: packed quads
// Chosen    binding 7, if chosen is set: the indices in Quads of those to draw
//           others: see overlay_colour.glsl
// draw      indirect; two triangles for each quad, QUADS_PER_INSTANCE quads for each instance
// source    View.frame in Go is the same arithmetic

#include "overlay_place.glsl"
#include "overlay_colour.glsl"

WORDS(1, Commands, commands);
WORDS(2, Quads, quads);
WORDS(7, Chosen, chosen_ix);

uniform int chosen;        // 0: all quads are drawn
uniform ivec2 turned_size; // the picture's size on the display, in picture pixels
uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom, as in a window; else −1
uniform int line_width;
uniform vec4 halos[15]; // by level; the first component
uniform ivec2 box; // the size of the box that each quad marks; 0 for the quad itself

flat out vec4 colour;
flat out ivec4 hole; // its first pixels, and those after its last
flat out float halo; // opacity of the black next to the outline

void main()
{
	uint quad_ix = uint(gl_InstanceID * QUADS_PER_INSTANCE + gl_VertexID / 6);
	if (quad_ix >= WORD(commands, 4)) { // after the last quad: an empty triangle
		gl_Position = vec4(0.0);
		return;
	}
	if (chosen == 1)
		quad_ix = WORD(chosen_ix, quad_ix);
	uint quad = WORD(quads, quad_ix);
	int level = int(quad >> 28);
	if (colours[level].a == 0.0) { // not drawn
		gl_Position = vec4(0.0);
		return;
	}
	ivec2 p = ivec2(quad & 0x3fffu, quad >> 14 & 0x3fffu);
	ivec2 a = turned(p);
	ivec2 b = turned(p + (box.x > 0 ? box : ivec2(1 << level)));

	// The right line of a quad is the left line of its neighbour; at the picture's edge it moves
	// inside.
	ivec2 low = place(min(a, b));
	ivec2 high = min(place(max(a, b)) + line_width, place(turned_size));
	ivec2 inner_low = min(low + line_width, high);
	hole = ivec4(inner_low, max(high - line_width, inner_low));

	// Corners 0 1 2 and 2 1 3 of the rectangle's Z.
	int vertex = gl_VertexID % 6;
	int corner = vertex < 3 ? vertex : vertex == 3 ? 2 : vertex == 4 ? 1 : 3;
	ivec2 pixel = ivec2((corner & 1) == 0 ? low.x : high.x, (corner & 2) == 0 ? low.y : high.y);
	colour = quad_colour(quad_ix, level, p);
	halo = halos[level].x;
	vec2 unit = vec2(pixel) / vec2(target_size);
	gl_Position = vec4(2.0 * unit.x - 1.0, up * (1.0 - 2.0 * unit.y), 0.0, 1.0);
}
