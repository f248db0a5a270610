// A plane's samples as values.

layout(binding = 0) uniform usampler2D plane;

uniform ivec4 samples; // texels from sample to sample, the first one, shift to a value, the largest one

uint sample_at(ivec2 p)
{
	return min(texelFetch(plane, ivec2(p.x * samples.x + samples.y, p.y), 0).r >> samples.z, uint(samples.w));
}
