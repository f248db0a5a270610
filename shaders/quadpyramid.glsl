// The levels of the pyramid from 1 up, top first, each row by row. Level k has ceil(size / 2^k) cells.
// With PARTIAL a cell holds the values of its four children, else its own value.

uniform ivec2 limits; // levels of the smallest and the largest quad

// Returns the number of quads in a cell with a value of a level: a leaf marker is one quad, or none
// below the smallest quads.
int count(int value, int level)
{
	return value == -1 ? int(level >= limits.x) : value;
}

// Returns the value of a cell from those of its children: four leaves merge into one, up to the largest
// quads.
int combine(ivec4 children, int level)
{
	if (level <= limits.y && children == ivec4(-1))
		return -1;
	level--;
	return count(children.x, level) + count(children.y, level)
	     + count(children.z, level) + count(children.w, level);
}

#ifdef PARTIAL

layout(std430, binding = 3) buffer Pyramid { ivec4 cells[]; };

int value_at(int cell_ix, int level)
{
	return combine(cells[cell_ix], level);
}

#else

layout(std430, binding = 3) buffer Pyramid { int cells[]; };

int value_at(int cell_ix, int level)
{
	return cells[cell_ix];
}

#endif
