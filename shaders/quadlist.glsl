// The commands block of a quad list; quadpyramid.commands in Go has the same
// fields in the same order. n_quads is also the draw command's instances.
layout(std430, binding = 1) buffer Commands {
	uint draw_vertices;
	uint n_quads;
	uint draw_first_vertex;
	uint draw_first_instance;
	uint traverse_groups_x;
	uint traverse_groups_y;
	uint traverse_groups_z;
};
