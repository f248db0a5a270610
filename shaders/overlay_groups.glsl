// A list is divided among workgroups of WG_SIZE invocations: each takes a part of it, in turns of
// WG_SIZE quads.
layout(local_size_x = WG_SIZE) in;

#include "quadlist.glsl"

layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };
layout(std430, binding = 7) buffer Groups { uint group_outlined[]; }; // outlined quads in each part

uniform int outlined_from; // the lowest level whose quads have outlines

uint turns()
{
	uint in_turn = gl_NumWorkGroups.x * WG_SIZE;
	return (n_quads + in_turn - 1u) / in_turn;
}

// Returns the quad of a turn; it can be past the list's end.
uint quad_of(uint turn) { return (gl_WorkGroupID.x * turns() + turn) * WG_SIZE + gl_LocalInvocationID.x; }

bool outlined(uint quad_ix)
{
	return quad_ix < n_quads && int(quads[quad_ix] >> 28) >= outlined_from;
}
