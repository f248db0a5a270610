// The displayed picture: transformed, samples as squares, surround around it.
//
// picture  sampler 0: RGB, row 0 on top; a texel for 2^level × 2^level pixels
// draw     3 vertices that cover the target
// source   overlay.View and overlay.PaintPicture in Go are the same arithmetic

#include "overlay_light.glsl"
#include "drawing.glsl"

SAMPLER(0, sampler2D, picture);

uniform vec2 pixel_span;   // picture pixels per target pixel, the scale's reciprocal
uniform vec2 origin;       // this and the others as in overlay_quads.vert
uniform ivec4 turn;
uniform ivec2 turn_origin;
uniform ivec2 size;        // of the picture, as coded
uniform int level;
uniform ivec2 target_size;
uniform float up;          // 1 if the target's first row is at the bottom; else −1
uniform vec4 surround;     // colour around the picture

layout(location = 0) out vec4 rgba;

void main()
{
	vec2 pixel = gl_FragCoord.xy;
	if (up > 0.0)
		pixel.y = float(target_size.y) - pixel.y;
	vec2 t = rounded(rounded((pixel - origin) * pixel_span) - vec2(turn_origin));
	vec2 p = vec2(float(turn.x) * t.x + float(turn.z) * t.y, float(turn.y) * t.x + float(turn.w) * t.y);
	if (any(lessThan(p, vec2(0.0))) || any(greaterThanEqual(p, vec2(size))))
		rgba = surround;
	else {
		rgba = texelFetch(picture, ivec2(floor(p)) >> level, 0);
		rgba.rgb = lit(rgba.rgb);
	}
}
