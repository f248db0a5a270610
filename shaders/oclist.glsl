// The commands block of a list of cubes: its length, and an indirect dispatch with one invocation per
// cube. If the list exceeds its capacity, only its first cubes are written.

layout(std430, binding = 1) buffer Commands {
	uint n_cubes;
	uint groups_x;
	uint groups_y;
	uint groups_z;
};
layout(std430, binding = 2) writeonly buffer Cubes { uvec2 cubes[]; };

uniform int capacity; // of cubes[]

void write_cube(uint entry, uvec3 p, uint level)
{
	if (entry < uint(capacity))
		cubes[entry] = uvec2(p.x | p.y << 14 | level << 28, p.z);
}

void set_commands(uint n)
{
	n_cubes = n;
	uint n_groups = (min(n, uint(capacity)) + 255u) / 256u;
	// Drivers may limit a dimension of a dispatch to 65535 workgroups.
	groups_x = min(n_groups, 32768u);
	groups_y = (n_groups + 32767u) / 32768u;
	groups_z = 1u;
}
