// Code values to RGB, row 0 of the picture in row 0 of the target.
//
// planes  samplers 0 to 2: Y, U, V or R, G, B, or Y alone; unsigned samples
// rgb     the target, 8 bits a channel
// source  docs/algorithm.md, "YUV to RGB"; yuv.Converter in Go does the same

layout(binding = 0) uniform usampler2D planes[3];

// Texels from sample to sample and the texel of the first, for each plane.
uniform ivec2 texel_0, texel_1, texel_2;
uniform int sample_shift;  // stored sample to its value
uniform ivec2 chroma_sub;  // log2 of the subsampling
uniform int model;         // yuv.Model: 0 YUV, 1 gray, 2 RGB
uniform ivec2 offsets;     // code values of black luma and of no chroma
uniform int luma_gain;     // scaled by 2^SHIFT, as are the chroma gains
uniform ivec4 chroma_gains; // V to R, U to G, V to G, U to B

layout(location = 0) out vec4 rgb;

#define SHIFT 20

int stored(usampler2D plane, ivec2 texel, ivec2 p)
{
	return int(texelFetch(plane, ivec2(p.x * texel.x + texel.y, p.y), 0).r >> sample_shift);
}

int to_byte(int scaled)
{
	return clamp((scaled + (1 << (SHIFT - 1))) >> SHIFT, 0, 255);
}

void main()
{
	ivec2 p = ivec2(gl_FragCoord.xy);
	int v_0 = stored(planes[0], texel_0, p);
	ivec3 bytes;
	if (model == 2) {
		int v_1 = stored(planes[1], texel_1, p);
		int v_2 = stored(planes[2], texel_2, p);
		bytes = ivec3(to_byte(luma_gain * v_0), to_byte(luma_gain * v_1), to_byte(luma_gain * v_2));
	} else {
		int luma = luma_gain * (v_0 - offsets.x);
		int u = 0;
		int v = 0;
		if (model == 0) {
			u = stored(planes[1], texel_1, p >> chroma_sub) - offsets.y;
			v = stored(planes[2], texel_2, p >> chroma_sub) - offsets.y;
		}
		bytes = ivec3(to_byte(luma + chroma_gains.x * v),
		              to_byte(luma + chroma_gains.y * u + chroma_gains.z * v),
		              to_byte(luma + chroma_gains.w * u));
	}
	rgb = vec4(vec3(bytes) / 255.0, 1.0);
}
