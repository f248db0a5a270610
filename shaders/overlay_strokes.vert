// A stroke, an outline or a line, as its bounding rectangle of pixels. The fragment shader discards the
// other pixels.
//
// Strokes   binding 2: the seven words of each overlay.Stroke
// draw      two triangles for each stroke

const uint LINE = 1u;

#include "drawing.glsl"

WORDS(2, Strokes, strokes);

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom, as in a window; else −1

flat out vec4 colour;
flat out ivec4 ends; // a line's end points, else the first pixels and those after the last
flat out int width;
flat out uint shape;

void main()
{
	int at = gl_VertexID / 6 * 7;
	ends = ivec4(WORD(strokes, at), WORD(strokes, at + 1), WORD(strokes, at + 2), WORD(strokes, at + 3));
	colour = unpackUnorm4x8(WORD(strokes, at + 4));
	width = int(WORD(strokes, at + 5));
	shape = WORD(strokes, at + 6);
	ivec2 low = ends.xy;
	ivec2 high = ends.zw;
	if (shape == LINE) {
		low = min(ends.xy, ends.zw) - width;
		high = max(ends.xy, ends.zw) + width + 1;
	}

	// Corners 0 1 2 and 2 1 3 of the rectangle's Z.
	int vertex = gl_VertexID % 6;
	int corner = vertex < 3 ? vertex : vertex == 3 ? 2 : vertex == 4 ? 1 : 3;
	ivec2 pixel = ivec2((corner & 1) == 0 ? low.x : high.x, (corner & 2) == 0 ? low.y : high.y);
	vec2 unit = vec2(pixel) / vec2(target_size);
	gl_Position = vec4(2.0 * unit.x - 1.0, up * (1.0 - 2.0 * unit.y), 0.0, 1.0);
}
