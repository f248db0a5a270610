// Sets the commands of a list.

#include "quadlist.glsl"

void set_commands(uint quads, uint pixels)
{
	n_quads = quads;
	n_leaf_pixels = pixels;
	draw_vertices = 6 * QUADS_PER_INSTANCE;
	draw_instances = (quads + QUADS_PER_INSTANCE - 1) / QUADS_PER_INSTANCE;
	draw_first_vertex = 0;
	draw_first_instance = 0;
}
