// Adds up the quads of each class, and the pixels under them.
//
// Commands   binding 1: out, class_quads and class_pixels
// TileQuads, Blocks  bindings 5 and 6
// dispatch   one workgroup per class, in its layer; afterwards a barrier for storage

#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#endif

#include "quad_words.glsl"
#include "fused.glsl"
#include "quadlist.glsl"

layout(local_size_x = WG_SIZE) in;

#include "fused_group.glsl"
#include "fused_blocks.glsl"

void main()
{
	uint self = invocation();
	uvec3 sums = uvec3(0u);
	for (uint i = self; i < uint(n_blocks); i += uint(WG_SIZE))
		sums += block_sums(i);
	uint before;
	uvec2 total = scan(uvec2(sums.y, sums.x), before);
	barrier();
	uint n_pixels = scan(uvec2(0u, sums.z), before).y;
	if (total.x > 0u) {
		uvec2 full = count_full_blocks(uint(n_blocks));
		total.y += full.x;
		n_pixels += full.y << 18;
	}
	if (self == 0u) {
		class_quads[gl_WorkGroupID.z] = total.y;
		class_pixels[gl_WorkGroupID.z] = n_pixels;
	}
}
