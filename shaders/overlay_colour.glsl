// The colour of a quad. With MOSAIC it is the quad's mean colour; with BY_MEAN, BY_AGE and BY_CLASS it
// depends on mean, age or class, with BY_DIFFERENCE on the lists that have the quad, else on the level.
//
// picture   sampler 0, with MOSAIC and BY_MEAN: RGB
// Means     binding 3, with MOSAIC and BY_MEAN: see overlay_means.glsl
// Scale     binding 4, with BY_MEAN, BY_AGE and BY_CLASS: 256 colours, red lowest
// Ages      binding 5, with BY_AGE if aged is set: see overlay_ages.comp
// Classes   binding 5, with BY_CLASS if there are at least two, and with BY_DIFFERENCE if
//           n_classes is not 0: a byte for each quad
// source    overlay.brush in Go has the same colours

#include "drawing.glsl"

#if defined(MOSAIC) || defined(BY_MEAN)
#include "overlay_means.glsl"
WORDS(3, Means, means);
SAMPLER(0, sampler2D, picture);
uniform ivec2 size; // of the picture, as coded
#endif
#if defined(BY_MEAN) || defined(BY_AGE) || defined(BY_CLASS)
WORDS(4, Scale, scale_colours);
#endif
#ifdef BY_AGE
WORDS(5, Ages, ages);
uniform int aged; // 0: all quads are new
#endif
#if defined(BY_CLASS) || defined(BY_DIFFERENCE)
WORDS(5, Classes, four_classes);
uniform int n_classes; // below 2: all quads have one class
#endif
#ifdef BY_DIFFERENCE
uniform vec4 kinds[DIFFERENCE_KINDS]; // the colour of each kind
#endif

uniform vec4 colours[15]; // by level; otherwise only their alpha is used

vec4 quad_colour(uint quad_ix, int level, ivec2 p)
{
	vec4 colour = colours[level];
#if defined(MOSAIC) || defined(BY_MEAN)
	colour.rgb = level == 0 ? texelFetch(picture, p, 0).rgb : unpackUnorm4x8(WORD(means, mean_ix(size, level, p >> level))).rgb;
#endif
#ifdef BY_MEAN
	uvec3 mean = uvec3(colour.rgb * 255.0 + 0.5);
	uint luma = 54u * mean.r + 183u * mean.g + 19u * mean.b + 128u >> 8u;
	colour.rgb = unpackUnorm4x8(WORD(scale_colours, luma)).rgb;
#endif
#ifdef BY_AGE
	uint age = aged == 1 ? WORD(ages, 2u * quad_ix + 3u) : 0u;
	int age_step = min(findMSB(age) + 1, AGE_STEPS - 1);
	colour.rgb = unpackUnorm4x8(WORD(scale_colours, 255 - age_step * 255 / (AGE_STEPS - 1))).rgb;
#endif
#ifdef BY_CLASS
	int place = 255;
	if (n_classes > 1)
		place = 255 * int(WORD(four_classes, quad_ix / 4u) >> 8u * (quad_ix % 4u) & 255u) / (n_classes - 1);
	colour.rgb = unpackUnorm4x8(WORD(scale_colours, place)).rgb;
#endif
#ifdef BY_DIFFERENCE
	int kind = 0;
	if (n_classes > 0)
		kind = min(int(WORD(four_classes, quad_ix / 4u) >> 8u * (quad_ix % 4u) & 255u), DIFFERENCE_KINDS - 1);
	colour.rgb = kinds[kind].rgb;
#endif
	return colour;
}
