// Adds the small quads of a list to the tone, and counts the quads with outlines. Positions are in
// subpixels, and the alpha of colours is the tone's.
//
// Commands  binding 1: n_quads
// Quads     binding 2: packed quads
// Tone      binding 6: output; zero before
// Groups    binding 7: output; zero before; others: see overlay_colour.glsl
// dispatch  any number of workgroups; afterwards a barrier for storage
// source    overlay.tone in Go is the same arithmetic

#include "overlay_groups.glsl"
#include "overlay_place.glsl"
#include "overlay_colour.glsl"

// A tone: two words per target pixel, row by row, with the sums of the quads' premultiplied colours
// times their areas in the pixel. Red and blue are in the lower halves, green and opacity in the upper
// ones.
layout(std430, binding = 6) buffer Tone { uint tone[]; };

uniform ivec2 target_size;
uniform int whole; // edges at multiples of it lie on whole pixels; 0 for none

// Returns the whole pixel of the picture's corner p, in subpixels.
ivec2 whole_place(ivec2 p)
{
	return ivec2(floor(exact_place(turned(p)) / SUBPIXELS + 0.5)) * SUBPIXELS;
}

// Returns the position of the picture's corner p, in subpixels.
ivec2 corner(ivec2 p)
{
	ivec2 at = place(turned(p));
	if (whole == 0)
		return at;
	ivec2 before = p / whole * whole;
	ivec2 one = whole_place(before), other = whole_place(before + whole);
	at = clamp(at, min(one, other), max(one, other));
	bvec2 snapped = equal(p, before);
	if (turn.x == 0)
		snapped = snapped.yx;
	return ivec2(snapped.x ? one.x : at.x, snapped.y ? one.y : at.y);
}

void add(uint quad_ix)
{
	uint quad = quads[quad_ix];
	int level = int(quad >> 28);
	if (colours[level].a == 0.0)
		return;
	ivec2 p = ivec2(quad & 0x3fffu, quad >> 14 & 0x3fffu);
	ivec2 a = corner(p);
	ivec2 b = corner(p + (1 << level));
	ivec2 low = max(min(a, b), ivec2(0));
	ivec2 high = min(max(a, b), target_size * SUBPIXELS);
	if (any(greaterThanEqual(low, high)))
		return;
	uvec4 c = uvec4(quad_colour(quad_ix, level, p) * 255.0 + 0.5);
	c.rgb = (c.rgb * c.a + 127u) / 255u;
	uvec2 pair = c.rb | c.ga << 16u;
	ivec2 first = low / SUBPIXELS, last = (high - 1) / SUBPIXELS;
	for (int y = first.y; y <= last.y; y++) {
		int height = min(high.y, (y + 1) * SUBPIXELS) - max(low.y, y * SUBPIXELS);
		for (int x = first.x; x <= last.x; x++) {
			int width = min(high.x, (x + 1) * SUBPIXELS) - max(low.x, x * SUBPIXELS);
			int i = 2 * (y * target_size.x + x);
			atomicAdd(tone[i], pair.x * uint(width * height));
			atomicAdd(tone[i + 1], pair.y * uint(width * height));
		}
	}
}

void main()
{
	uint n = 0u;
	for (uint round = 0u; round < turns(); round++) {
		uint quad_ix = quad_of(round);
		if (quad_ix < n_quads)
			add(quad_ix);
		n += uint(outlined(quad_ix));
	}
	if (n > 0u)
		atomicAdd(group_outlined[gl_WorkGroupID.x], n);
}
