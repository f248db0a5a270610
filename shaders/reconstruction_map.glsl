// The map of quads of a reconstruction: a byte for each pixel, 0 or, where the upper left
// corner of a quad is, its level + 1. Words have four pixels of a row, the leftmost lowest.

layout(std430, binding = 0) buffer Map { uint levels[]; };

uniform int map_stride; // words from one row to the next
