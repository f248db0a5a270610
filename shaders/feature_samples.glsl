// Features of pixels from planes in storage buffers, with the layout of memory.
//
// MODEL, CONVERT, DEPTH  see channel.glsl
// STORED, SHIFT      bits in which a sample is stored, and how far left
// SUB_X, SUB_Y       log2 of the chroma subsampling
// STEP_n, FIRST_n    bytes from sample to sample of a plane, and to the first sample
// LUMA_ROWS, CHROMA_ROWS  how four samples of a row are read:
//   2  in words at constant places, since rows and groups of four begin at words
//   1  in one word, which they share with other samples
//   0  one by one
//
// Planes  bindings 0, PLANE_1 and PLANE_2, else 2 and 3: Y, U, V or R, G, B, or Y alone

#ifndef PLANE_1
#define PLANE_1 2
#define PLANE_2 3
#endif
layout(std430, binding = 0) readonly buffer Plane0 { uint plane_0[]; };
#if MODEL != 1
layout(std430, binding = PLANE_1) readonly buffer Plane1 { uint plane_1[]; };
layout(std430, binding = PLANE_2) readonly buffer Plane2 { uint plane_2[]; };
#endif

uniform ivec2 size;    // pixels
uniform ivec4 strides; // bytes from row to row of each plane

#include "channel.glsl"

// Returns a stored sample's value. Raw video can contain values above its depth.
#if DEPTH + SHIFT < STORED
#define VALUE(stored) min((stored) >> SHIFT, (1u << DEPTH) - 1u)
#else
#define VALUE(stored) ((stored) >> SHIFT)
#endif

// The sample that starts at a byte of a word, or after it. It is undefined past the end of the buffer,
// as can happen for pixels outside the picture.
#define SAMPLE(words, word, byte) \
	VALUE(bitfieldExtract(words[min((word) + ((byte) >> 2), words.length() - 1)], 8 * ((byte) & 3), STORED))

#define SAMPLE_AT(words, byte) SAMPLE(words, 0, byte)

// Returns the samples of pixel (x, y).
uvec3 samples_at(int x, int y)
{
	int luma = y * strides.x + x * STEP_0 + FIRST_0;
#if MODEL == 1
	return uvec3(SAMPLE_AT(plane_0, luma), 1u << (DEPTH - 1), 1u << (DEPTH - 1));
#else
	int u = (y >> SUB_Y) * strides.y + (x >> SUB_X) * STEP_1 + FIRST_1;
	int v = (y >> SUB_Y) * strides.z + (x >> SUB_X) * STEP_2 + FIRST_2;
	return uvec3(SAMPLE_AT(plane_0, luma), SAMPLE_AT(plane_1, u), SAMPLE_AT(plane_2, v));
#endif
}

// The offset of the i-th of four samples from a row's byte at the first sample. With ROWS 2 it is
// constant; with ROWS 1 it is in the first sample's word.
#define OFFSET(i, sub, step, first) (((i) >> (sub)) * (step) + (first))
#define FOUR_2(words, at, sub, step, first) uvec4( \
	SAMPLE(words, (at) >> 2, OFFSET(0, sub, step, first)), SAMPLE(words, (at) >> 2, OFFSET(1, sub, step, first)), \
	SAMPLE(words, (at) >> 2, OFFSET(2, sub, step, first)), SAMPLE(words, (at) >> 2, OFFSET(3, sub, step, first)))
#define FOUR_0(words, at, sub, step, first) uvec4( \
	SAMPLE_AT(words, (at) + OFFSET(0, sub, step, first)), SAMPLE_AT(words, (at) + OFFSET(1, sub, step, first)), \
	SAMPLE_AT(words, (at) + OFFSET(2, sub, step, first)), SAMPLE_AT(words, (at) + OFFSET(3, sub, step, first)))
#define PART(word, at, offset) VALUE(bitfieldExtract(word, 8 * (((at) & 3) + (offset)), STORED))

uvec4 four_in_word(uint word, int at, int step, int first)
{
	return uvec4(PART(word, at, OFFSET(0, SUB_X, step, first)), PART(word, at, OFFSET(1, SUB_X, step, first)),
	             PART(word, at, OFFSET(2, SUB_X, step, first)), PART(word, at, OFFSET(3, SUB_X, step, first)));
}

// Returns the first samples of four pixels starting at (x, y), x a multiple of 4, for a row inside the
// picture. Samples past the picture's right edge are undefined.
uvec4 four_lumas(int x, int y)
{
	int at = y * strides.x + x * STEP_0;
#if LUMA_ROWS == 2
	return FOUR_2(plane_0, at, 0, STEP_0, FIRST_0);
#else
	return FOUR_0(plane_0, at, 0, STEP_0, FIRST_0);
#endif
}

// Does the same for the other samples.
void four_chromas(int x, int y, out uvec4 u, out uvec4 v)
{
#if MODEL == 1
	u = v = uvec4(1u << (DEPTH - 1));
#else
	int at_1 = (y >> SUB_Y) * strides.y + (x >> SUB_X) * STEP_1;
	int at_2 = (y >> SUB_Y) * strides.z + (x >> SUB_X) * STEP_2;
#if CHROMA_ROWS == 2
	u = FOUR_2(plane_1, at_1, SUB_X, STEP_1, FIRST_1);
	v = FOUR_2(plane_2, at_2, SUB_X, STEP_2, FIRST_2);
#elif CHROMA_ROWS == 1
	u = four_in_word(plane_1[min(at_1 >> 2, plane_1.length() - 1)], at_1, STEP_1, FIRST_1);
	v = four_in_word(plane_2[min(at_2 >> 2, plane_2.length() - 1)], at_2, STEP_2, FIRST_2);
#else
	u = FOUR_0(plane_1, at_1, SUB_X, STEP_1, FIRST_1);
	v = FOUR_0(plane_2, at_2, SUB_X, STEP_2, FIRST_2);
#endif
#endif
}

// The features of 2×2 pixels: UL, UR, LL, LR.
struct Four {
	uvec3 a, b, c, d;
};

Four four_of(uvec2 upper, uvec2 lower, ivec3 part_a, ivec3 part_b, ivec3 part_c, ivec3 part_d)
{
	Four f = Four(raw_features(upper.x, part_a), raw_features(upper.y, part_b),
	              raw_features(lower.x, part_c), raw_features(lower.y, part_d));
#if CONVERT
	// Colours are rarely out of range.
	uvec3 all = f.a | f.b | f.c | f.d;
	if ((all.x | all.y | all.z) > 16383u)
		f = Four(in_range(f.a), in_range(f.b), in_range(f.c), in_range(f.d));
#endif
	return f;
}

// Computes the features of two adjacent squares. The first one's pixel p is inside the picture, p.x a
// multiple of 4 and p.y of 2. The features of pixels outside are undefined.
void fours_at(ivec2 p, out Four left, out Four right)
{
	int below = min(p.y + 1, size.y - 1);
	uvec4 upper = four_lumas(p.x, min(p.y, size.y - 1));
	uvec4 lower = four_lumas(p.x, below);
	uvec4 u, v;
	four_chromas(p.x, min(p.y, size.y - 1), u, v);
	ivec3 a = chroma_part(u.x, v.x), b = chroma_part(u.y, v.y), c = chroma_part(u.z, v.z), d = chroma_part(u.w, v.w);
#if SUB_Y > 0 || MODEL == 1
	left = four_of(upper.xy, lower.xy, a, b, a, b);
	right = four_of(upper.zw, lower.zw, c, d, c, d);
#else
	four_chromas(p.x, below, u, v);
	left = four_of(upper.xy, lower.xy, a, b, chroma_part(u.x, v.x), chroma_part(u.y, v.y));
	right = four_of(upper.zw, lower.zw, c, d, chroma_part(u.z, v.z), chroma_part(u.w, v.w));
#endif
}
