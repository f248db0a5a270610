// The levels of the pyramid from 1 up, the top first, each row by row. Level k
// has ceil(size / 2^k) cells.
layout(std430, binding = 3) buffer Pyramid { int cells[]; };
