// Shared by the two passes that list points by lines. A strip is four lines of the picture, a part is
// WG_SIZE · 8 pixels of its lines, and a band is STRIPS_IN_BAND strips. One workgroup has a part of a
// strip, one invocation 8×4 pixels as half a word in Morton order.

#define WG_SIZE 128
#define STRIPS_IN_BAND 32

layout(std430, binding = 3) buffer Halves { uint halves[]; }; // strip by strip
// The points per line of a part: the first two lines in x, the others in y, the upper line in the lower
// half.
layout(std430, binding = 4) buffer Parts { uvec2 parts[]; };
layout(std430, binding = 5) buffer Bands { uint bands[]; }; // points; 0 outside the picture

// Returns the pixels of a line, 0 to 3, in half a word, moved to the bits of line 0.
uint line_of(uint h, uint line) { return h >> (line & 1u) * 2u + (line >> 1) * 8u & 0x00330033u; }

uint n_in_line(uint h, uint line) { return uint(bitCount(line_of(h, line))); }

// Returns the number of points of lines 0 and 1, or of lines 2 and 3, as in Parts.
uint n_in_pair(uint h, uint pair) { return n_in_line(h, 2u * pair) | n_in_line(h, 2u * pair + 1u) << 16; }

uvec2 halves_of(uint both) { return uvec2(both & 0xffffu, both >> 16); }
