// The three 14-bit channels of a pixel, from its samples; see package channel.
//
// MODEL    yuv.Model: 0 YUV, 1 gray, 2 RGB
// CONVERT  1 if the channels are RGB, converted from samples that are not
// DEPTH    bits of a sample

#if CONVERT
uniform ivec2 luma_gain;    // and the number added to the product: half a step minus black
uniform int middle;         // code value of neutral chroma
uniform ivec4 chroma_gains; // V to R, U to G, V to G, U to B
#endif

// Returns what the two chroma samples of a pixel add to its channels, including half a step minus
// black. yuv.Converter14 does the same; all sums fit 32 bits.
ivec3 chroma_part(uint u, uint v)
{
#if CONVERT && MODEL == 0
	ivec2 c = ivec2(u, v) - middle;
	return luma_gain.y + ivec3(chroma_gains.x * c.y, chroma_gains.y * c.x + chroma_gains.z * c.y, chroma_gains.w * c.x);
#elif CONVERT
	return ivec3(luma_gain.y);
#else
	return ivec3(0, u, v);
#endif
}

// Returns the features of a pixel from its first sample and the result of chroma_part. With CONVERT
// they can be out of range.
uvec3 raw_features(uint v, ivec3 part)
{
#if CONVERT
	return uvec3(luma_gain.x * int(v) + part >> 15);
#else
	// 65535 · 16383 < 2^32; the divisor is a constant.
	const uint most = (1u << DEPTH) - 1u;
	return (uvec3(v, part.yz) * 16383u + (most >> 1)) / most;
#endif
}

uvec3 in_range(uvec3 f) { return uvec3(clamp(ivec3(f), 0, 16383)); }

// Returns the squared distance of a colour from a box, 0 inside; see channel.Box.
uint distance_from(uvec3 colour, ivec3 low, ivec3 high)
{
	ivec3 outside = max(max(low - ivec3(colour), ivec3(colour) - high), ivec3(0));
	outside *= outside;
	return uint(outside.x + outside.y + outside.z);
}
