// Adds the quads of a list to a cloud, each with the picture's colour at its centre.
//
// Quads      binding 2: packed quads
// State      binding 4: see cloud_ring.glsl, from cloud_begin.comp
// Particles  binding 5: packed quad; R, G and B in 8 bits each, and above them the slot, output; for a
//            cube the slot of the frame in which it began
// picture    sampler 0: RGB
// dispatch   indirect, ceil(n_added / WG_SIZE) workgroups; afterwards a barrier for storage

layout(local_size_x = WG_SIZE) in;

#include "cloud_ring.glsl"

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };
layout(std430, binding = 5) writeonly buffer Particles { uvec2 particles[]; };
layout(binding = 0) uniform sampler2D picture;

uniform int slot;   // of this frame
uniform int within; // with cubes the number of the frame in its window; else 0

void main()
{
	uint i = gl_GlobalInvocationID.x;
	if (i >= n_added)
		return;
	uint quad = quads[i];
	int size = 1 << (quad >> 28);
	ivec2 middle = ivec2(quad & 0x3fffu, quad >> 14 & 0x3fffu) + size / 2;
	uvec3 c = uvec3(texelFetch(picture, middle, 0).rgb * 255.0 + 0.5);
	uint began = uint(slot - (within & (size - 1))) & 255u;
	particles[(starts[slot] + i) & (CAPACITY - 1u)] = uvec2(quad, c.r | c.g << 8 | c.b << 16 | began << 24);
}
