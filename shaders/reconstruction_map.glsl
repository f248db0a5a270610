// The map of a reconstruction's quads: a byte per pixel, 0 or, at the top left corner of a quad, its
// level + 1. A word has four pixels of a row, the leftmost lowest.

layout(std430, binding = 0) buffer Map { uint levels[]; };

uniform int map_stride; // words from one row to the next
