// The discriminator, for passes that decide about pixels. gledge.Pass in Go compiles such passes,
// gledge.Bind binds their inputs.
//
// planes    samplers 0 to 2: unsigned samples, one texel each
// defines   PLANES, 1 for luma or 3 for Y, U and V; WIDE if D can exceed
//           32 bits; the operator, see gledge.Defines; with OPERATOR_DISTANCE those of
//           channel.glsl
// source    RealTime QuadTree Analysis using HistoPyramids, sections 4, 7.2

layout(binding = 0) uniform usampler2D plane_0;
// Texels from one sample to the next, and the texel of the first sample; log2 of the pixels per sample,
// horizontally and vertically.
uniform ivec4 place_0;
#if PLANES == 3
layout(binding = 1) uniform usampler2D plane_1;
layout(binding = 2) uniform usampler2D plane_2;
uniform ivec4 place_1;
uniform ivec4 place_2;
#endif

uniform ivec2 size;       // pixels
uniform int sample_shift; // from a stored sample to its value
uniform int most;         // the largest value; raw video can contain larger ones, which count as it
uniform int invert;       // 1: leaf and other pixels are swapped

#ifdef WIDE

// D has up to 42 bits. A number is (n >> 24, n & 0xffffff), and up to 2^8 numbers are added before a
// carry.
#define SUM uvec2
uniform uvec2 lower, upper;

SUM square(int form)
{
	uint high, low;
	umulExtended(uint(abs(form)), uint(abs(form)), high, low);
	return uvec2(high << 8 | low >> 24, low & 0xffffffu);
}

bool less(uvec2 a, uvec2 b)
{
	return a.x < b.x || a.x == b.x && a.y < b.y;
}

bool in_bounds(SUM d)
{
	d = uvec2(d.x + (d.y >> 24), d.y & 0xffffffu);
	return !less(d, lower) && less(d, upper);
}

#else

#define SUM uint
uniform uvec2 bounds; // lower, upper

SUM square(int form)
{
	return uint(form) * uint(form);
}

bool in_bounds(SUM d)
{
	return bounds.x <= d && d < bounds.y;
}

#endif

int sample_at(usampler2D plane, ivec4 place, ivec2 p)
{
	p = clamp(p, ivec2(0), size - 1) >> place.zw;
	return min(int(texelFetch(plane, ivec2(p.x * place.x + place.y, p.y), 0).r >> sample_shift), most);
}

#ifdef OPERATOR_DISTANCE

#include "channel.glsl"

uniform ivec4 box_low, box_high; // channels

SUM distance_at(ivec2 p)
{
#if PLANES == 3
	ivec2 others = ivec2(sample_at(plane_1, place_1, p), sample_at(plane_2, place_2, p));
#else
	ivec2 others = ivec2(1 << (DEPTH - 1));
#endif
	uvec3 colour = raw_features(uint(sample_at(plane_0, place_0, p)), chroma_part(others.x, others.y));
	return distance_from(in_range(colour), box_low.xyz, box_high.xyz);
}

#else

// Returns one plane's part of D. Compilers drop fetches of samples that the operator does not use.
SUM deviation(usampler2D plane, ivec4 place, ivec2 p)
{
	int c = sample_at(plane, place, p);
#ifdef OPERATOR_VALUE
	return SUM(c);
#else
	int nw = sample_at(plane, place, p + ivec2(-1, -1));
	int n = sample_at(plane, place, p + ivec2(0, -1));
	int ne = sample_at(plane, place, p + ivec2(1, -1));
	int w = sample_at(plane, place, p + ivec2(-1, 0));
	int e = sample_at(plane, place, p + ivec2(1, 0));
	int sw = sample_at(plane, place, p + ivec2(-1, 1));
	int s = sample_at(plane, place, p + ivec2(0, 1));
	int se = sample_at(plane, place, p + ivec2(1, 1));
	return OPERATOR_SUM(square);
#endif
}

#endif

SUM sum_at(ivec2 p)
{
#ifdef OPERATOR_DISTANCE
	return distance_at(p);
#else
	SUM d = deviation(plane_0, place_0, p);
#if PLANES == 3
	d += deviation(plane_1, place_1, p) + deviation(plane_2, place_2, p);
#endif
	return d;
#endif
}

bool is_leaf(ivec2 p) { return in_bounds(sum_at(p)) != (invert == 1); }
