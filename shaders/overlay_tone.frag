// A tone over the picture, blended by its alpha.
//
// Tone    binding 6: see overlay_tone.comp
// draw    3 vertices that cover the target
// source  overlay.tone in Go blends the same in integers

#include "drawing.glsl"

WORDS(6, Tone, tone);

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom; else −1

layout(location = 0) out vec4 rgba;

void main()
{
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	if (up > 0.0)
		pixel.y = target_size.y - 1 - pixel.y;
	int i = 2 * (pixel.y * target_size.x + pixel.x);
	uint upper = WORD(tone, i + 1), lower = WORD(tone, i);
	uint opacity = upper >> 16;
	if (opacity == 0u)
		discard;
	uvec3 colour = uvec3(lower & 0xffffu, lower >> 16, upper & 0xffffu);
	rgba = vec4(vec3(colour) / float(opacity), float(opacity) / (255.0 * SUBPIXELS * SUBPIXELS));
}
