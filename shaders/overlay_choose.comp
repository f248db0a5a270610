// Selects the quads of a list with outlines, in list order (stream compaction), and writes the command
// that draws them.
//
// Commands  binding 1: n_quads
// Quads     binding 2: packed quads
// Draw      binding 4: the draw command for the selected quads, output
// Chosen    binding 5: their list indices, output
// Groups    binding 7: the number of them in each workgroup's part
// dispatch  as many workgroups as overlay_tone.comp; afterwards barriers for storage and commands

#include "overlay_groups.glsl"

layout(std430, binding = 5) writeonly buffer Chosen { uint chosen_ix[]; };
layout(std430, binding = 4) writeonly buffer Draw { uint draw[5]; }; // the first fields of Commands

shared uint n_before;           // quads selected in earlier parts and turns
shared uint words[WG_SIZE / 32]; // bits of the turn's selected quads

void main()
{
	uint i = gl_LocalInvocationID.x;
	if (i == 0u)
		n_before = 0u;
	barrier();
	uint n = 0u;
	for (uint group = i; group < gl_WorkGroupID.x; group += WG_SIZE)
		n += group_outlined[group];
	if (n > 0u)
		atomicAdd(n_before, n);
	barrier();
	for (uint turn = 0u; turn < turns(); turn++) {
		if (i < WG_SIZE / 32)
			words[i] = 0u;
		barrier();
		uint quad_ix = quad_of(turn);
		bool chosen = outlined(quad_ix);
		if (chosen)
			atomicOr(words[i / 32u], 1u << i % 32u);
		barrier();
		uint before = n_before + bitCount(words[i / 32u] & (1u << i % 32u) - 1u);
		for (uint w = 0u; w < i / 32u; w++)
			before += bitCount(words[w]);
		if (chosen)
			chosen_ix[before] = quad_ix;
		barrier();
		if (i == WG_SIZE - 1)
			n_before = before + uint(chosen);
	}
	barrier();
	if (i == 0u && gl_WorkGroupID.x == gl_NumWorkGroups.x - 1u) {
		draw[0] = 6u * QUADS_PER_INSTANCE;
		draw[1] = (n_before + QUADS_PER_INSTANCE - 1u) / QUADS_PER_INSTANCE;
		draw[2] = 0u;
		draw[3] = 0u;
		draw[4] = n_before;
	}
}
