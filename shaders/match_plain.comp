// The papers' discriminator of a template, one invocation per position: the sum of absolute differences
// between the template and the picture's luma.
//
// WG_X, WG_Y  positions per workgroup
//
// luma     texture unit 0
// Pattern  binding 1: the template's samples row by row
// Sums     binding 2: out, for each position where the template is inside the picture
// dispatch ceil(columns / WG_X) × ceil(rows / WG_Y) workgroups; afterwards a barrier for storage

layout(local_size_x = WG_X, local_size_y = WG_Y) in;

layout(binding = 0) uniform usampler2D luma;
layout(std430, binding = 1) readonly buffer Pattern { uint pattern[]; };
layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };

uniform ivec4 sizes;   // of the picture, of the template
uniform ivec4 samples; // texels from sample to sample, the first one, shift to a value, the largest one

void main()
{
	ivec2 place = ivec2(gl_GlobalInvocationID.xy), places = sizes.xy - sizes.zw + 1;
	if (any(greaterThanEqual(place, places)))
		return;
	uint sum = 0u;
	for (int t = 0; t < sizes.w; t++) {
		for (int s = 0; s < sizes.z; s++) {
			uint stored = texelFetch(luma, ivec2((place.x + s) * samples.x + samples.y, place.y + t), 0).r;
			uint v = min(stored >> samples.z, uint(samples.w)), u = pattern[t * sizes.z + s];
			sum += max(u, v) - min(u, v);
		}
	}
	sums[place.y * places.x + place.x] = sum;
}
