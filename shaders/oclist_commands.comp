// Writes the length of the list of cubes, from the pyramid's top.
//
// Commands  binding 1
// Pyramid   binding 3: its first cell
// dispatch  1 workgroup; afterwards barriers for commands and storage
// source    RealTime QuadTree Analysis using HistoPyramids, section 6

layout(local_size_x = 1) in;

uniform int top; // the coarsest level

#include "ocpyramid.glsl"
#include "ocpyramid_cells.glsl"
#include "oclist.glsl"

void main() { set_commands(uint(count(cells[0], top))); }
