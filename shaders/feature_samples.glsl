// Features of pixels from planes that lie in storage buffers as in memory.
//
// MODEL              yuv.Model: 0 YUV, 1 gray, 2 RGB
// CONVERT            1 where RGB features come of samples that are not RGB
// DEPTH, STORED, SHIFT  bits of a sample, bits it is stored in, and how far left
// SUB_X, SUB_Y       log2 of the chroma subsampling
// STEP_n, FIRST_n    bytes from sample to sample of a plane, and the first one's
// LUMA_ROWS, CHROMA_ROWS  how four samples of a row are found:
//   2  in words at constant places, as rows and four samples begin at words
//   1  in one word, whose bytes they share with others
//   0  one by one
//
// Planes  bindings 0, 2, 3: Y, U, V or R, G, B, or Y alone

layout(std430, binding = 0) readonly buffer Plane0 { uint plane_0[]; };
#if MODEL != 1
layout(std430, binding = 2) readonly buffer Plane1 { uint plane_1[]; };
layout(std430, binding = 3) readonly buffer Plane2 { uint plane_2[]; };
#endif

uniform ivec2 size;    // pixels
uniform ivec4 strides; // bytes from row to row of each plane
#if CONVERT
uniform ivec2 luma_gain;    // and what is added to the product: half a step less black
uniform int middle;         // code value of no chroma
uniform ivec4 chroma_gains; // V to R, U to G, V to G, U to B
#endif

// The features of a pixel with the given samples.
uvec3 features_of(uvec3 v)
{
#if CONVERT
	// yuv.Converter14, whose sums have 32 bits.
	int luma = luma_gain.x * int(v.x) + luma_gain.y;
#if MODEL == 1
	ivec3 scaled = ivec3(luma);
#else
	ivec2 c = ivec2(v.yz) - middle;
	ivec3 scaled = luma + ivec3(chroma_gains.x * c.y, chroma_gains.y * c.x + chroma_gains.z * c.y, chroma_gains.w * c.x);
#endif
	return uvec3(clamp(scaled >> 15, 0, 16383));
#else
	// 65535 · 16383 < 2^32; the division is by a constant.
	const uint most = (1u << DEPTH) - 1u;
	return (v * 16383u + (most >> 1)) / most;
#endif
}

// The sample that begins at a byte of a word, or behind it.
#define SAMPLE(words, word, byte) \
	(bitfieldExtract(words[min((word) + ((byte) >> 2), words.length() - 1)], 8 * ((byte) & 3), STORED) >> SHIFT)

#define SAMPLE_AT(words, byte) SAMPLE(words, 0, byte)

// The samples of pixel (x, y).
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

// Where the i-th of four samples is, from a row's byte at the first one on; at
// constant places with ROWS 2, in the first one's word with ROWS 1.
#define OFFSET(i, sub, step, first) (((i) >> (sub)) * (step) + (first))
#define FOUR_2(words, at, sub, step, first) uvec4( \
	SAMPLE(words, (at) >> 2, OFFSET(0, sub, step, first)), SAMPLE(words, (at) >> 2, OFFSET(1, sub, step, first)), \
	SAMPLE(words, (at) >> 2, OFFSET(2, sub, step, first)), SAMPLE(words, (at) >> 2, OFFSET(3, sub, step, first)))
#define FOUR_0(words, at, sub, step, first) uvec4( \
	SAMPLE_AT(words, (at) + OFFSET(0, sub, step, first)), SAMPLE_AT(words, (at) + OFFSET(1, sub, step, first)), \
	SAMPLE_AT(words, (at) + OFFSET(2, sub, step, first)), SAMPLE_AT(words, (at) + OFFSET(3, sub, step, first)))
#define PART(word, at, offset) (bitfieldExtract(word, 8 * (((at) & 3) + (offset)), STORED) >> SHIFT)

uvec4 four_in_word(uint word, int at, int step, int first)
{
	return uvec4(PART(word, at, OFFSET(0, SUB_X, step, first)), PART(word, at, OFFSET(1, SUB_X, step, first)),
	             PART(word, at, OFFSET(2, SUB_X, step, first)), PART(word, at, OFFSET(3, SUB_X, step, first)));
}

// The samples of four pixels from (x, y) on, x a multiple of 4, for a row
// inside the picture. Those behind the picture's right border are anything.
void four_samples(int x, int y, out uvec4 a, out uvec4 b, out uvec4 c)
{
	int at = y * strides.x + x * STEP_0;
#if LUMA_ROWS == 2
	a = FOUR_2(plane_0, at, 0, STEP_0, FIRST_0);
#else
	a = FOUR_0(plane_0, at, 0, STEP_0, FIRST_0);
#endif
#if MODEL == 1
	b = c = uvec4(1u << (DEPTH - 1));
#else
	int at_1 = (y >> SUB_Y) * strides.y + (x >> SUB_X) * STEP_1;
	int at_2 = (y >> SUB_Y) * strides.z + (x >> SUB_X) * STEP_2;
#if CHROMA_ROWS == 2
	b = FOUR_2(plane_1, at_1, SUB_X, STEP_1, FIRST_1);
	c = FOUR_2(plane_2, at_2, SUB_X, STEP_2, FIRST_2);
#elif CHROMA_ROWS == 1
	b = four_in_word(plane_1[min(at_1 >> 2, plane_1.length() - 1)], at_1, STEP_1, FIRST_1);
	c = four_in_word(plane_2[min(at_2 >> 2, plane_2.length() - 1)], at_2, STEP_2, FIRST_2);
#else
	b = FOUR_0(plane_1, at_1, SUB_X, STEP_1, FIRST_1);
	c = FOUR_0(plane_2, at_2, SUB_X, STEP_2, FIRST_2);
#endif
#endif
}
