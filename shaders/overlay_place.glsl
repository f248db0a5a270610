// Maps corners of the picture to the target; View.Cover in Go is the same arithmetic.

#include "drawing.glsl"

uniform vec2 scale;       // target pixels per picture pixel, before turning
uniform vec2 origin;      // target pixel of the picture's corner
uniform ivec4 turn;       // picture to display: a matrix of 0, 1 and −1, row by row
uniform ivec2 turn_origin; // and its translation, in picture pixels

// Returns the position of coordinate p of the transformed picture.
vec2 exact_place(ivec2 p)
{
	return rounded(rounded(vec2(p) * scale) + origin);
}

// Returns the target pixel at which coordinate p of the transformed picture starts.
ivec2 place(ivec2 p) { return ivec2(floor(exact_place(p) + 0.5)); }

ivec2 turned(ivec2 p)
{
	return ivec2(turn.x * p.x + turn.y * p.y, turn.z * p.x + turn.w * p.y) + turn_origin;
}
