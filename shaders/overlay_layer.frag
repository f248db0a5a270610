// A layer over the picture, blended by its alpha.
//
// layer   sampler 0: of the target's size, row 0 on top; colours times their alpha
// draw    3 vertices that cover the target
// source  overlay.Layer in Go draws it

#include "drawing.glsl"

SAMPLER(0, sampler2D, layer);

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom; else −1

layout(location = 0) out vec4 rgba;

void main()
{
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	if (up > 0.0)
		pixel.y = target_size.y - 1 - pixel.y;
	rgba = texelFetch(layer, pixel, 0);
	rgba.rgb /= max(rgba.a, 1.0 / 255.0);
}
