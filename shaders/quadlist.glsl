// The commands block of a quad list; quadpyramid.commands in Go has the same fields in the same order:
// an indirect draw, the length and the number of pixels under the quads, an indirect dispatch; with
// classes, the number of quads of each class and of pixels under them. The binding is 1 unless the
// including file defines COMMANDS_BINDING.
#ifndef COMMANDS_BINDING
#define COMMANDS_BINDING 1
#endif
layout(std430, binding = COMMANDS_BINDING) buffer Commands {
	uint draw_vertices;
	uint draw_instances;
	uint draw_first_vertex;
	uint draw_first_instance;
	uint n_quads;
	uint n_leaf_pixels;
	uint traverse_groups_x;
	uint traverse_groups_y;
	uint traverse_groups_z;
	uint class_quads[16];
	uint class_pixels[16];
};
