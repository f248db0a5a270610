// The levels of a feature pyramid, top first and level 0 last, each row by row. Level k has ceil(size /
// 2^k) cells. A cell's value is the number of its leaves, or the leaf marker −1. Level 0 has only
// means, because all its cells are leaves. The mean of a cell that is not a leaf is undefined.
layout(std430, binding = 3) buffer Cells { int cells[]; };
layout(std430, binding = 4) buffer Means { uvec2 means[]; };

uniform ivec2 limits; // smallest and largest level of a quad

// Returns the number of quads of a cell of a level; a leaf below the smallest level has none.
int n_leaves(int value, int level)
{
	return value != -1 ? value : level >= limits.x ? 1 : 0;
}
