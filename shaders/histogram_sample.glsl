// A picture's luma, for the papers' methods of counting it.

layout(binding = 0) uniform usampler2D luma;

uniform ivec4 samples; // texels from sample to sample, the first one, shift to a value, the largest one

int luma_at(ivec2 p)
{
	return min(int(texelFetch(luma, ivec2(p.x * samples.x + samples.y, p.y), 0).r >> samples.z), samples.w);
}
