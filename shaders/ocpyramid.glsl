// Shared by the passes of package glocpyramid: the masks of a window's frames, and its size.
//
// Masks  binding 0: per frame, words of 8×8 pixels in Morton order, 64 per tile of 64×64
//        pixels, tiles row by row; a word is two numbers, the lower half first

uniform ivec4 window;  // width and height in pixels, frames, columns of tiles
uniform ivec2 limits;  // levels of the smallest and the largest cube

layout(std430, binding = 0) readonly buffer Masks { uint masks[]; };

uint spread_2(uint v) { return v & 1u | (v & 2u) << 1 | (v & 4u) << 2; } // spreads three bits

// Returns the index in masks[] of the half word with a pixel of a frame.
uint mask_ix(ivec2 p, int frame)
{
	int rows = (window.y + 63) / 64;
	uint tile = uint((frame * rows + p.y / 64) * window.w + p.x / 64);
	uvec2 cell = uvec2(p) / 8u % 8u;
	uint word = spread_2(cell.x) | spread_2(cell.y) << 1;
	return 2u * (64u * tile + word) + (uint(p.y) / 4u & 1u);
}
