// The colour of a quad, blended by its alpha: the full alpha on its outline, a part of it in its hole.

flat in vec4 colour;
flat in ivec4 hole; // its first pixels, and those after its last

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom; else −1
uniform float hole_part; // part of the alpha

layout(location = 0) out vec4 rgba;

void main()
{
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	if (up > 0.0)
		pixel.y = target_size.y - 1 - pixel.y;
	rgba = colour;
	if (all(greaterThanEqual(pixel, hole.xy)) && all(lessThan(pixel, hole.zw))) {
		if (hole_part == 0.0)
			discard;
		rgba.a *= hole_part;
	}
}
