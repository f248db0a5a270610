// The state of a cloud on the GPU; package glcloud knows where its parts are.
// Particles are in a ring of CAPACITY, a power of two: particle n of all is in place n mod
// CAPACITY. A slot is a picture's number mod 256.
layout(std430, binding = 4) buffer State {
	uint points;          // an indirect draw of all particles
	uint point_instances;
	uint first_point;
	uint first_instance;
	uint add_groups_x;    // an indirect dispatch for the particles to add
	uint add_groups_y;
	uint add_groups_z;
	uint n_added;         // of them
	uint head;            // particles so far, mod 2^32
	uint starts[256];     // head before the picture of a slot
};
