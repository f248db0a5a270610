// Packs a frame's leaf markers into the words of its mask.
//
// mask      sampler 0: leaf markers, -1 for a leaf and 0 for others
// Masks     binding 0: out, see ocpyramid.glsl
// dispatch  ceil(width / 64) × ceil(height / 64) workgroups, one per tile; afterwards a barrier for
//           storage

layout(local_size_x = 128) in;

layout(binding = 0) uniform isampler2D mask;
uniform ivec4 place; // width and height in pixels, the frame, 0

layout(std430, binding = 0) writeonly buffer Masks { uint masks[]; };

void main()
{
	uint self = gl_LocalInvocationIndex; // half a word
	uint tile = (uint(place.z) * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
	uint word = self / 2u;
	ivec2 cell = ivec2(word & 1u | word >> 1 & 2u | word >> 2 & 4u, word >> 1 & 1u | word >> 2 & 2u | word >> 3 & 4u);
	ivec2 origin = ivec2(gl_WorkGroupID.xy) * 64 + cell * 8 + ivec2(0, int(self % 2u) * 4);
	uint half_word = 0u;
	for (int i = 0; i < 32; i++) {
		ivec2 p = origin + ivec2(i & 1 | i >> 1 & 2 | i >> 2 & 4, i >> 1 & 1 | i >> 2 & 2);
		if (all(lessThan(p, place.xy)) && texelFetch(mask, p, 0).r != 0)
			half_word |= 1u << i;
	}
	masks[128u * tile + self] = half_word;
}
