// The triangles of the panel, in Dear ImGui's lists.
//
// Vertices  binding 0: five words per vertex: position x, y and texture
//           coordinate u, v as floats, then the colour, red in the lowest byte

#include "drawing.glsl"

WORDS(0, Vertices, words);

uniform int first_vertex;
uniform vec2 target_size; // pixels
uniform float up;         // 1 if the target's first row is at the bottom; else −1

out vec2 coordinate;
out vec4 tint;

void main()
{
	int at = 5 * (first_vertex + gl_VertexID);
	vec2 pixel = vec2(uintBitsToFloat(WORD(words, at)), uintBitsToFloat(WORD(words, at + 1)));
	coordinate = vec2(uintBitsToFloat(WORD(words, at + 2)), uintBitsToFloat(WORD(words, at + 3)));
	tint = unpackUnorm4x8(WORD(words, at + 4));
	vec2 unit = pixel / target_size;
	gl_Position = vec4(2.0 * unit.x - 1.0, up * (1.0 - 2.0 * unit.y), 0.0, 1.0);
}
