// The levels of a point pyramid from 1 up. Each has half the size of the one below, but at least 1.

uniform ivec2 padded; // the picture's size rounded up to powers of two, at least 2

#include "pointpyramid_cells.glsl"

ivec2 size_of(int level)
{
	return max(padded >> level, ivec2(1));
}

// Returns the number of points below a cell of a level ≥ 1; outside it is 0.
float points_at(int level, int column, ivec2 p)
{
	if (any(greaterThanEqual(p, size_of(level))))
		return 0.0;
	return points_in(cell_at(level, column, p));
}
