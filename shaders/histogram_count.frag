// The papers' fragments that count pixels.
//
// DEPTHS   luma becomes depth, white the nearest: 1 − (v + 1/2) / (M + 1)
// DISCARD  pixels that are not in the bin are discarded
// none of these: a plane, or a point of weight 1
//
// source    Efficient Computation of Histograms on the GPU, section 2.3, and the methods of
//           section 1

#include "histogram_sample.glsl"

#ifdef DISCARD
uniform ivec2 values; // the first of the bin, and the first after it
#endif
#ifdef WEIGH
out vec4 weight;
#endif

void main()
{
#ifdef DEPTHS
	// M + 1 is a power of two: the depths are exact.
	gl_FragDepth = 1.0 - (float(luma_at(ivec2(gl_FragCoord.xy))) + 0.5) / float(samples.w + 1);
#endif
#ifdef DISCARD
	int v = luma_at(ivec2(gl_FragCoord.xy));
	if (v < values.x || v >= values.y)
		discard;
#endif
#ifdef WEIGH
	weight = vec4(1.0);
#endif
}
