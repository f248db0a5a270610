// A plane reconstructed from its quads; package reconstruction defines the fills.
//
// MEAN      each quad is filled with its mean, from the sums; else interpolated between its corners
// BYTES     samples of 8 bits, else of 16
//
// plane     sampler 0
// rebuilt   image 0
// Map       binding 0, see reconstruction_map.glsl
// Sums      binding 1, with MEAN
// dispatch  ceil(size of the plane / 16) workgroups; afterwards a barrier for texture fetches
// source    reconstruction.CPU in Go computes the same samples

layout(local_size_x = 16, local_size_y = 16) in;

#ifdef BYTES
layout(binding = 0, r8ui) writeonly uniform uimage2D rebuilt;
#else
layout(binding = 0, r16ui) writeonly uniform uimage2D rebuilt;
#endif

#include "reconstruction_map.glsl"
#include "reconstruction_samples.glsl"
#ifdef MEAN
#include "reconstruction_sums.glsl"
#else
uniform ivec2 plane_size;
#endif

uniform ivec2 sub; // log2 of the pixels per sample, horizontally and vertically

// Returns the quad that contains a pixel as (x, y, level), with level −1 if there is none. Of the
// corners of squares that contain the pixel, smaller squares first, the first one with a quad decides:
// a larger quad would overlap it.
ivec3 quad_at(ivec2 p)
{
	for (int level = 0; level < 15; level++) {
		p = p >> level << level;
		int found = int(levels[p.y * map_stride + (p.x >> 2)] >> 8 * (p.x & 3) & 255u) - 1;
		if (found >= level)
			return ivec3(p, found);
		if (found >= 0)
			break;
	}
	return ivec3(-1);
}

#ifdef MEAN

uint mean_of(ivec2 from, ivec2 side)
{
	int square = min(side.x, side.y);
	int level = findMSB(square);
	ivec2 n = side / square;
	uvec2 sum = uvec2(0u);
	for (int y = 0; y < n.y; y++) {
		for (int x = 0; x < n.x; x++) {
			ivec2 cell = from / square + ivec2(x, y);
			sum = add_sums(sum, level == 0 ? uvec2(sample_at(cell), 0u) : sums[sum_ix(level, cell)]);
		}
	}
	uint count = uint(side.x) * uint(side.y); // at least 2
	sum = add_sums(sum, uvec2(count >> 1, 0u));
	int shift = findMSB(count);
	return sum.x >> shift | sum.y << 32 - shift;
}

#else

uint mix_of(uint a, uint b, uint t, uint of) { return a * (of - t) + b * t; }

uint linear_at(ivec2 p, ivec2 from, ivec2 side)
{
	ivec2 last = from + side - 1;
	uvec2 at = uvec2(p - from);
	uvec2 of = uvec2(max(side - 1, 1));
	// Up to 2^16 · 2^14.
	uint west = mix_of(sample_at(from), sample_at(ivec2(from.x, last.y)), at.y, of.y);
	uint east = mix_of(sample_at(ivec2(last.x, from.y)), sample_at(last), at.y, of.y);
	uint d = of.x * of.y;
	uint most = uint(samples.w);
	if (d <= 0xffffffffu / (most + 1u))
		return (mix_of(west, east, at.x, of.x) + d / 2u) / d;
	// The same in 64 bits. The float quotient is off by at most one.
	uint high_w, low_w, high_e, low_e, carry, borrow;
	umulExtended(west, of.x - at.x, high_w, low_w);
	umulExtended(east, at.x, high_e, low_e);
	uint low = uaddCarry(low_w, low_e, carry);
	uint high = high_w + high_e + carry;
	low = uaddCarry(low, d / 2u, carry);
	high += carry;
	uint q = min(uint((float(high) * 4294967296.0 + float(low)) / float(d)), most);
	uint high_q, low_q;
	umulExtended(q, d, high_q, low_q);
	while (high_q > high || high_q == high && low_q > low) {
		q--;
		low_q = usubBorrow(low_q, d, borrow);
		high_q -= borrow;
	}
	uint rest = usubBorrow(low, low_q, borrow); // below 2 · 2^28
	return q + rest / d;
}

#endif

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, plane_size)))
		return;
	uint value = sample_at(p);
	ivec3 quad = quad_at(p << sub);
	if (quad.z >= 0) {
		ivec2 unit = (ivec2(1) << sub) - 1;
		ivec2 from = quad.xy + unit >> sub;
		ivec2 side = (quad.xy + (1 << quad.z) + unit >> sub) - from;
		if (side.x * side.y > 1)
#ifdef MEAN
			value = mean_of(from, side);
#else
			value = linear_at(p, from, side);
#endif
	}
	imageStore(rebuilt, p, uvec4(value << samples.z, 0u, 0u, 0u));
}
