// The colour of a quad, blended by its alpha: the full alpha on its outline, a part of it in its hole. The hole begins
// with a halo: black with an alpha of its own.

flat in vec4 colour;
flat in ivec4 hole; // its first pixels, and those after its last
flat in float halo;

uniform ivec2 target_size;
uniform float up; // 1 if the target's first row is at the bottom; else −1
uniform float hole_part; // part of the alpha
uniform int halo_width;

layout(location = 0) out vec4 rgba;

void main()
{
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	if (up > 0.0)
		pixel.y = target_size.y - 1 - pixel.y;
	rgba = colour;
	if (all(greaterThanEqual(pixel, hole.xy)) && all(lessThan(pixel, hole.zw))) {
		ivec2 deep = min(pixel - hole.xy, hole.zw - 1 - pixel);
		if (halo > 0.0 && min(deep.x, deep.y) < halo_width) {
			rgba = vec4(0.0, 0.0, 0.0, halo);
			return;
		}
		if (hole_part == 0.0)
			discard;
		rgba.a *= hole_part;
	}
}
