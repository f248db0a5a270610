// Writes the length of the list, from the pyramid's top, as the commands that traverse and draw it: the
// CPU need not know the count.
//
// Commands  binding 1
// Pyramid   binding 3: its first cell
// dispatch  1 workgroup; afterwards barriers for commands and storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 6

layout(local_size_x = 1) in;

uniform int top; // the coarsest level

#include "quadpyramid.glsl"
#include "quadlist.glsl"

void main()
{
	uint n = uint(count(value_at(0, top), top));
	uint n_groups = (n + WG_SIZE - 1) / WG_SIZE;
	n_quads = n;
	draw_vertices = 6 * QUADS_PER_INSTANCE;
	draw_instances = (n + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
	draw_first_vertex = 0;
	draw_first_instance = 0;
	// Drivers may limit a dimension of a dispatch to 65535 workgroups.
	traverse_groups_x = min(n_groups, 32768u);
	traverse_groups_y = (n_groups + 32767u) / 32768u;
	traverse_groups_z = 1;
}
