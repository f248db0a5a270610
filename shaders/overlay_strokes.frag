// The pixels of a stroke: a rectangle without its hole, a diamond, or a line, at
// each step along its longer axis the pixels of its width around the nearest one.
//
// source    overlay.PaintStrokes in Go is the same arithmetic

flat in vec4 colour;
flat in ivec4 ends; // of a line its end points, else the first pixels and those after the last
flat in int width;
flat in uint shape;

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom; else −1

layout(location = 0) out vec4 rgba;

const uint LINE = 1u;
const uint DIAMOND = 2u;

bool on_line(ivec2 pixel)
{
	ivec2 from = ends.xy;
	ivec2 to = ends.zw;
	if (abs(to.y - from.y) > abs(to.x - from.x)) {
		from = from.yx;
		to = to.yx;
		pixel = pixel.yx;
	}
	if (from.x > to.x) {
		ivec2 swapped = from;
		from = to;
		to = swapped;
	}
	if (pixel.x < from.x || pixel.x > to.x)
		return false;
	// The nearest row is that of ⌊a / b⌋. Products compare it without a division, which software
	// rasterisers compute for outlines as well.
	ivec2 d = to - from;
	int a = 2 * (pixel.x - from.x) * d.y + d.x;
	int b = max(2 * d.x, 1);
	int y = pixel.y - from.y;
	return a < b * (y + (width - 1) / 2 + 1) && a >= b * (y - width / 2);
}

bool in_hole(ivec2 pixel)
{
	ivec2 low = min(ends.xy + width, ends.zw);
	ivec2 high = max(ends.zw - width, low);
	return all(greaterThanEqual(pixel, low)) && all(lessThan(pixel, high));
}

// A diamond without a hole, by twice a pixel's distances from the middle.
bool on_diamond(ivec2 pixel)
{
	ivec2 away = abs(2 * pixel + 1 - ends.xy - ends.zw);
	return away.x + away.y <= ends.z - ends.x;
}

bool on_stroke(ivec2 pixel)
{
	if (shape == LINE)
		return on_line(pixel);
	return shape == DIAMOND ? on_diamond(pixel) : !in_hole(pixel);
}

void main()
{
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	if (up > 0.0)
		pixel.y = target_size.y - 1 - pixel.y;
	if (!on_stroke(pixel))
		discard;
	rgba = colour;
}
