// Reorders the leaf pixels from fused_tiles.comp into the order of a frame's mask.
//
// Masks     binding 0: out, see ocpyramid.glsl
// Halves    binding 1: half words, by tiles in Morton order, in a tile the upper halves first
// dispatch  ceil(width / 64) × ceil(height / 64) workgroups, one per tile; afterwards a barrier for
//           storage

#include "quad_words.glsl"

layout(local_size_x = 128) in;

uniform int frame;

layout(std430, binding = 0) writeonly buffer Masks { uint masks[]; };
layout(std430, binding = 1) readonly buffer Halves { uint halves[]; };

void main()
{
	uint self = gl_LocalInvocationIndex; // half a word
	uint tile = (uint(frame) * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
	masks[128u * tile + self] = halves[128u * morton_ix(gl_WorkGroupID.xy) + 64u * (self % 2u) + self / 2u];
}
