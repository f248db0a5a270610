// A stroke, an outline or a line, as its bounding rectangle of pixels. The fragment shader discards the
// other pixels.
//
// Strokes   binding 2: see overlay.Stroke
// draw      two triangles for each stroke

const uint LINE = 1u;

struct Stroke {
	int x0, y0, x1, y1; // a line's end points, else the first pixels and those after the last
	uint colour;        // red lowest
	int width;
	uint shape;
};
layout(std430, binding = 2) readonly buffer Strokes { Stroke strokes[]; };

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom, as in a window; else −1

flat out vec4 colour;
flat out ivec4 ends;
flat out int width;
flat out uint shape;

void main()
{
	Stroke s = strokes[gl_VertexID / 6];
	ends = ivec4(s.x0, s.y0, s.x1, s.y1);
	width = s.width;
	colour = unpackUnorm4x8(s.colour);
	ivec2 low = ends.xy;
	ivec2 high = ends.zw;
	if ((shape = s.shape) == LINE) {
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
