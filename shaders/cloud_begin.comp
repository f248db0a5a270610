// Makes space in a cloud for the quads of a list, and writes the commands that add and draw particles.
// One invocation.
//
// Commands  binding 1: n_quads
// State     binding 4: see cloud_ring.glsl, output
// dispatch  1 workgroup; afterwards barriers for storage and commands

layout(local_size_x = 1) in;

#include "quadlist.glsl"
#include "cloud_ring.glsl"

uniform int begins; // 1: the cloud was empty before
uniform int slot;   // of this frame
uniform int oldest; // slot of the oldest frame that stays

void main()
{
	if (begins == 1)
		head = 0u;
	n_added = min(n_quads, CAPACITY);
	starts[slot] = head;
	head += n_added;
	points = min(head - starts[oldest], CAPACITY);
	point_instances = 1u;
	first_point = 0u;
	first_instance = 0u;
	add_groups_x = (n_added + WG_SIZE - 1u) / WG_SIZE;
	add_groups_y = 1u;
	add_groups_z = 1u;
}
