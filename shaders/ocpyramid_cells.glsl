// The levels of the OcPyramid from 1 up, top first, each frame by frame and row by row. Level k has
// ceil(size / 2^k) cells along each side.

layout(std430, binding = 3) buffer Pyramid { int cells[]; };

ivec3 size_of(int level) { return (window.xyz + (1 << level) - 1) >> level; }

uint cell_ix(ivec3 p, ivec3 level_size) { return (uint(p.z) * uint(level_size.y) + uint(p.y)) * uint(level_size.x) + uint(p.x); }

// Returns the number of cubes in a cell with a value of a level: a leaf marker is one cube, or none
// below the smallest cubes.
int count(int value, int level) { return value == -1 ? int(level >= limits.x) : value; }

// Returns the value of a cell of a level whose cells start at index first; outside the picture and the
// window it is inactive.
int cell(int level, uint first, ivec3 level_size, ivec3 p)
{
	if (any(greaterThanEqual(p, level_size)))
		return 0;
	if (level > 0)
		return cells[first + cell_ix(p, level_size)];
	uint bit = uint(p.x & 4) << 2 | uint(p.x & 1) | uint(p.x & 2) << 1 | uint(p.y & 1) << 1 | uint(p.y & 2) << 2;
	return -int(masks[mask_ix(p.xy, p.z)] >> bit & 1u);
}
