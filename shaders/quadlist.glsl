// The commands block of a quad list; quadpyramid.commands in Go has the same
// fields in the same order: an indirect draw, the length and the number of
// pixels under the quads, an indirect dispatch.
layout(std430, binding = 1) buffer Commands {
	uint draw_vertices;
	uint draw_instances;
	uint draw_first_vertex;
	uint draw_first_instance;
	uint n_quads;
	uint n_leaf_pixels;
	uint traverse_groups_x;
	uint traverse_groups_y;
	uint traverse_groups_z;
};
