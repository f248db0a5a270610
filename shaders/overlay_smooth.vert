// A triangle that covers the target, with the position in the picture.
//
// draw    3 vertices
// source  overlay_picture.frag does the same for each pixel, this shader for the corners;
//         the position is linear and can be interpolated

uniform vec2 pixel_span;   // as in overlay_picture.frag
uniform vec2 origin;
uniform ivec4 turn;
uniform ivec2 turn_origin;
uniform ivec2 size;
uniform ivec2 target_size;
uniform float up;

out vec2 place; // 0 to 1 inside the picture

void main()
{
	gl_Position = vec4(4.0 * float(gl_VertexID & 1) - 1.0, 2.0 * float(gl_VertexID & 2) - 1.0, 0.0, 1.0);
	vec2 pixel = vec2(0.5 + 0.5 * gl_Position.x, 0.5 - 0.5 * up * gl_Position.y) * vec2(target_size);
	vec2 t = (pixel - origin) * pixel_span - vec2(turn_origin);
	vec2 p = vec2(float(turn.x) * t.x + float(turn.z) * t.y, float(turn.y) * t.x + float(turn.w) * t.y);
	place = p / vec2(size);
}
