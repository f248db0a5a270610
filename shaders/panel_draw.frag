// A tinted texel of the panel's glyphs, blended by its alpha.
//
// glyphs  sampler 0

#include "drawing.glsl"

SAMPLER(0, sampler2D, glyphs);

in vec2 coordinate;
in vec4 tint;
layout(location = 0) out vec4 rgba;

void main()
{
	rgba = tint * texture(glyphs, coordinate);
}
