// The state of a cloud on the GPU; package glcloud has the offsets of its parts. Particles are in a
// ring buffer of CAPACITY, a power of two: particle n has index n mod CAPACITY. The slot of a frame is
// its number mod 256.
layout(std430, binding = 4) buffer State {
	uint points;          // an indirect draw of all particles
	uint point_instances;
	uint first_point;
	uint first_instance;
	uint add_groups_x;    // an indirect dispatch for the particles to be added
	uint add_groups_y;
	uint add_groups_z;
	uint n_added;         // particles to be added
	uint head;            // total number of particles so far, mod 2^32
	uint starts[256];     // head before the frame of a slot
};
