// A quad's outline: a frame whose edges stand on whole pixels of the target,
// so that neighbours share their line.
//
// Quads   binding 2: packed quads, one an instance
// draw    indirect, a strip of 10 vertices for each quad
// source  overlay.View and overlay.frame in Go are the same arithmetic

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };

uniform vec2 scale;       // target pixels to a picture pixel, before turning
uniform vec2 origin;      // target pixel of the picture's corner
uniform ivec4 turn;       // picture to display: a matrix of 0, 1 and −1, row by row
uniform ivec2 turn_origin; // and its translation, in picture pixels
uniform ivec2 turned_size; // the picture's size on the display, in picture pixels
uniform ivec2 target_size;
uniform float up; // 1 where the target's first row is its lowest, as a window's; else −1
uniform int line_width;
uniform vec4 colours[15]; // by level

flat out vec4 colour;

// The target pixel at which the picture coordinate p begins.
ivec2 place(ivec2 p)
{
	precise vec2 scaled = vec2(p) * scale;
	precise vec2 moved = scaled + origin;
	return ivec2(floor(moved + 0.5));
}

void main()
{
	uint quad = quads[gl_InstanceID];
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
	ivec2 inner_high = max(high - line_width, inner_low);

	int corner = (gl_VertexID >> 1) % 4;
	bool inner = (gl_VertexID & 1) == 1;
	ivec2 near = inner ? inner_low : low;
	ivec2 far = inner ? inner_high : high;
	ivec2 pixel = ivec2(corner == 1 || corner == 2 ? far.x : near.x, corner >= 2 ? far.y : near.y);

	colour = colours[level];
	vec2 unit = vec2(pixel) / vec2(target_size);
	gl_Position = vec4(2.0 * unit.x - 1.0, up * (1.0 - 2.0 * unit.y), 0.0, 1.0);
}
