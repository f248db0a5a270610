// The discriminator: luma samples to leaf markers, the pyramid's level 0.
//
// luma        sampler 0: unsigned samples, one texel each
// level_0     image 0: −1 where the pixel is a leaf, else 0
// dispatch    ceil(size / 16) workgroups; afterwards a barrier for texture
//             fetches
// source      RealTime QuadTree Analysis using HistoPyramids, sections 4, 7.2

layout(local_size_x = 16, local_size_y = 16) in;

layout(binding = 0) uniform usampler2D luma;
layout(binding = 0) writeonly uniform iimage2D level_0;

uniform ivec2 size;       // pixels
uniform ivec2 luma_texel; // texels from sample to sample, texel of the first
uniform int luma_shift;   // stored sample to its value
uniform uvec2 threshold;  // T as (high, low) 32-bit words

uint sample_at(ivec2 p)
{
	p = clamp(p, ivec2(0), size - 1);
	return texelFetch(luma, ivec2(p.x * luma_texel.x + luma_texel.y, p.y), 0).r >> luma_shift;
}

// d += (a − b)², in 64 bits: the sum of four reaches 2^34 at 16 bits a sample.
void add_square(inout uvec2 d, uint a, uint b)
{
	uint difference = max(a, b) - min(a, b);
	uint carry;
	d.y = uaddCarry(d.y, difference * difference, carry);
	d.x += carry;
}

bool is_leaf(ivec2 p)
{
	uint v = sample_at(p);
	uvec2 d = uvec2(0);
	add_square(d, v, sample_at(p + ivec2(1, 0)));
	add_square(d, v, sample_at(p - ivec2(1, 0)));
	add_square(d, v, sample_at(p - ivec2(0, 1)));
	add_square(d, v, sample_at(p + ivec2(0, 1)));
	return d.x < threshold.x || d.x == threshold.x && d.y < threshold.y;
}

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (all(lessThan(p, size)))
		imageStore(level_0, p, ivec4(is_leaf(p) ? -1 : 0));
}
