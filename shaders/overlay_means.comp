// One reduction of the picture: averages four cells, in each channel (a + b + c + d + 2) >> 2. It
// computes only cells that lie completely inside the picture, because quads are always such cells.
//
// picture   sampler 0, with FROM_PICTURE: RGB, 8 bits a channel
// Means     binding 3: the levels from 1 up, see overlay_means.glsl
// dispatch  ceil(size of the level above / 16) workgroups; afterwards a barrier
//           for storage
// source    overlay.PaintQuads in Go is the same arithmetic

layout(local_size_x = 16, local_size_y = 16) in;

#include "overlay_means.glsl"
layout(std430, binding = 3) buffer Means { uint means[]; };

#ifdef FROM_PICTURE
layout(binding = 0) uniform sampler2D picture;
#endif

uniform ivec2 size; // of the picture
uniform int level;  // to be computed

uvec4 cell(ivec2 p)
{
#ifdef FROM_PICTURE
	return uvec4(texelFetch(picture, p, 0) * 255.0 + 0.5);
#else
	return uvec4(means[mean_ix(size, level - 1, p)]) >> uvec4(0u, 8u, 16u, 24u) & 255u;
#endif
}

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, size >> level)))
		return;
	uvec4 sum = cell(2 * p) + cell(2 * p + ivec2(1, 0)) + cell(2 * p + ivec2(0, 1)) + cell(2 * p + ivec2(1, 1));
	uvec4 mean = sum + 2u >> 2u;
	means[mean_ix(size, level, p)] = mean.r | mean.g << 8 | mean.b << 16 | mean.a << 24;
}
