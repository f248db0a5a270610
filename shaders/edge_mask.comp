// The mask: the discriminator's decisions as leaf markers, the pyramid's level 0.
//
// planes      samplers 0 to 2, see edge_decide.glsl
// level_0     image 0: −1 if the pixel is a leaf, else 0
// dispatch    ceil(size / 16) workgroups; afterwards a barrier for texture
//             fetches
// source      RealTime QuadTree Analysis using HistoPyramids, section 4

layout(local_size_x = 16, local_size_y = 16) in;

layout(binding = 0) writeonly uniform iimage2D level_0;

#include "edge_decide.glsl"

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (all(lessThan(p, size)))
		imageStore(level_0, p, ivec4(is_leaf(p) ? -1 : 0));
}
