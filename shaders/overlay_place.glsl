// Where corners of the picture are on the target; View.Cover in Go is the same arithmetic.

uniform vec2 scale;       // target pixels per picture pixel, before turning
uniform vec2 origin;      // target pixel of the picture's corner
uniform ivec4 turn;       // picture to display: a matrix of 0, 1 and −1, row by row
uniform ivec2 turn_origin; // and its translation, in picture pixels

// Where the coordinate p of the turned picture is.
vec2 exact_place(ivec2 p)
{
	precise vec2 scaled = vec2(p) * scale;
	precise vec2 moved = scaled + origin;
	return moved;
}

// The target pixel at which the coordinate p of the turned picture begins.
ivec2 place(ivec2 p) { return ivec2(floor(exact_place(p) + 0.5)); }

ivec2 turned(ivec2 p)
{
	return ivec2(turn.x * p.x + turn.y * p.y, turn.z * p.x + turn.w * p.y) + turn_origin;
}
