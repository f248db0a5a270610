// The discriminator on half a word, 8×4 pixels, where D is the distance of a pixel's colour from a box.
// Compiled for a picture layout, see feature_samples.glsl; with BETWEEN if D also has a lower bound.

#define PLANE_1 1
#define PLANE_2 2
#include "feature_samples.glsl"

uniform int invert;                // 0, or −1 if leaf and other pixels are swapped
// (high, low) 32-bit words; D has 30 bits
#ifdef CLASSES
uniform uvec2 bounds[CLASSES + 1]; // class i spans bounds[i] to bounds[i + 1]
#define lower bounds[gl_WorkGroupID.z]
#define upper bounds[gl_WorkGroupID.z + 1u]
#else
uniform uvec2 upper;
#ifdef BETWEEN
uniform uvec2 lower;
#endif
#endif
uniform ivec4 box_low, box_high; // channels

uint leaf(uvec3 colour)
{
	uint d = distance_from(colour, box_low.xyz, box_high.xyz);
#ifdef BETWEEN
	if (d < lower.y)
		return 0u;
#endif
	return d < upper.y ? 1u : 0u;
}

uint leaves_of_four(Four f) { return leaf(f.a) | leaf(f.b) << 1 | leaf(f.c) << 2 | leaf(f.d) << 3; }

#ifdef LINES
// Returns a half's bits row by row instead of in Morton order.
uint in_order(uint h)
{
	uint rows = 0u;
	for (uint i = 0u; i < 4u; i++) {
		uint row = h >> 2u * (i & 1u) + 8u * (i >> 1) & 0x00330033u;
		row = (row | row >> 2) & 0x000f000fu;
		rows |= (row & 15u | row >> 12) << 8u * i;
	}
	return rows;
}
#else
uint in_order(uint h) { return h; }
#endif

// Returns the leaf pixels among the 8×4 at p, which is inside the picture; pixels outside do not count.
uint leaf_half(ivec2 p)
{
	uint h = 0u;
	uint inside = 0u;
	for (uint i = 0u; i < 8u; i += 2u) { // two adjacent 2×2 squares
		ivec2 at = p + 2 * ivec2(morton_cell(i));
		if (any(greaterThanEqual(at, size)))
			continue;
		Four left, right;
		fours_at(at, left, right);
		h |= (leaves_of_four(left) | leaves_of_four(right) << 4) << 4u * i;
		ivec2 within = size - at;
		uint columns = within.x >= 4 ? 0x33u : within.x == 3 ? 0x13u : within.x == 2 ? 0x03u : 0x01u;
		inside |= (within.y >= 2 ? columns | columns << 2 : columns) << 4u * i;
	}
	return in_order((h ^ uint(invert)) & inside);
}
