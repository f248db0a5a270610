// The levels of a feature pyramid, the top first and level 0 last, each row by
// row. Level k has ceil(size / 2^k) cells. A cell's value is the number of its
// leaves or the leaf marker −1; level 0, where all cells are leaves, has means
// only. The mean of a cell that is no leaf is anything.
layout(std430, binding = 3) buffer Cells { int cells[]; };
layout(std430, binding = 4) buffer Means { uvec2 means[]; };

uniform ivec2 limits; // least and greatest level of a quad

// How many quads a cell of a level gives; a leaf below the least level is none.
int n_leaves(int value, int level)
{
	return value != -1 ? value : level >= limits.x ? 1 : 0;
}
