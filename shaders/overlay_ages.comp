// Computes the ages of a list's quads: if the previous list has the same quad, that quad's age plus
// one, else 0. Each invocation looks up its quad in the previous list by binary search, because the
// list ascends in Morton order.
//
// Commands  binding 1: n_quads
// Quads     binding 2: packed quads
// Before    binding 4: a list's quads in order, each with its age: the number of consecutive lists just
//           before that one that have the same quad; overlay.ageHeader in Go is the size of the header
// Now       binding 5: the same for this list, output
// dispatch  ceil(capacity of the list / WG_SIZE) workgroups, in rows; afterwards a barrier for storage
// source    overlay.NextAges in Go gives the same result by a merge

layout(local_size_x = WG_SIZE) in;

#include "quadlist.glsl"
#include "quad_words.glsl"

struct AgedQuad { uint quad, age; };
layout(std430, binding = 2) readonly buffer Quads { uint quads[]; };
layout(std430, binding = 4) readonly buffer Before { uint n_before; uint unused_before; AgedQuad before[]; };
layout(std430, binding = 5) writeonly buffer Now { uint n_now; uint unused_now; AgedQuad now[]; };

uniform int follows; // 0: there is no previous list

uint morton(uint quad)
{
	return morton_ix(uvec2(quad, quad >> 14) & 0x3fffu);
}

uint age(uint quad)
{
	uint place = morton(quad);
	uint low = 0u, high = n_before; // the first quad that does not precede it
	while (low < high) {
		uint middle = (low + high) / 2u;
		if (morton(before[middle].quad) < place)
			low = middle + 1u;
		else
			high = middle;
	}
	return low < n_before && before[low].quad == quad ? before[low].age + 1u : 0u;
}

void main()
{
	uint quad_ix = gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x;
	if (quad_ix == 0u)
		n_now = n_quads;
	if (quad_ix >= n_quads)
		return;
	uint quad = quads[quad_ix];
	now[quad_ix] = AgedQuad(quad, follows == 1 ? age(quad) : 0u);
}
