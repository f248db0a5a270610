// Converts code values to RGB, row 0 of the picture in row 0 of the target.
//
// MODEL   yuv.Model: 0 YUV, 1 gray, 2 RGB
// LIGHT   0: code values are shown unchanged; 1: converted through light; 2: also by HLG's OOTF
// plane_i samplers 0 to 2: Y, U, V or R, G, B, or Y alone; unsigned samples
// rgb     the target, 8 bits a channel
// tables  storage block 0, if LIGHT is not 0
// source  docs/reference/display.md, "YUV to RGB" and "Light"; yuv.Converter in Go does the same

#include "drawing.glsl"

SAMPLER(0, usampler2D, plane_0);
#if MODEL != 1
SAMPLER(1, usampler2D, plane_1);
SAMPLER(2, usampler2D, plane_2);
#endif

uniform int sample_shift; // from a stored sample to its value
uniform int luma_gain;    // scaled by 2^SHIFT, as are the chroma gains
uniform ivec2 texel_0;    // texels from one sample to the next, and to the first sample; for each plane
#if MODEL != 1
uniform ivec2 texel_1, texel_2;
#endif
#if MODEL != 2
uniform int black; // code value
#endif
#if MODEL == 0
uniform int middle;         // code value of neutral chroma
uniform ivec2 chroma_sub;   // log2 of the subsampling
uniform ivec4 chroma_gains; // V to R, U to G, V to G, U to B
#endif

layout(location = 0) out vec4 rgb;

#if LIGHT == 0
#define SHIFT 20
#define LAST 255
#else
#define SHIFT 15
#define LAST 16383
#include "yuv_light.glsl"
#endif

int stored(usampler2D plane, ivec2 texel, ivec2 p)
{
	return int(texelFetch(plane, ivec2(p.x * texel.x + texel.y, p.y), 0).r >> sample_shift);
}

void main()
{
	ivec2 p = ivec2(gl_FragCoord.xy);
#if MODEL == 0
	int luma = luma_gain * (stored(plane_0, texel_0, p) - black);
	int u = stored(plane_1, texel_1, p >> chroma_sub) - middle;
	int v = stored(plane_2, texel_2, p >> chroma_sub) - middle;
	ivec3 scaled = luma + ivec3(chroma_gains.x * v, chroma_gains.y * u + chroma_gains.z * v, chroma_gains.w * u);
#elif MODEL == 1
	ivec3 scaled = ivec3(luma_gain * (stored(plane_0, texel_0, p) - black));
#else
	ivec3 scaled = luma_gain * ivec3(stored(plane_0, texel_0, p), stored(plane_1, texel_1, p), stored(plane_2, texel_2, p));
#endif
	ivec3 bytes = clamp((scaled + (1 << (SHIFT - 1))) >> SHIFT, 0, LAST);
#if LIGHT != 0
	bytes = shown(bytes);
#endif
	rgb = vec4(vec3(bytes) / 255.0, 1.0);
}
