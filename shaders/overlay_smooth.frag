// The displayed picture: transformed, scaled bilinearly, surround around it.
//
// picture  sampler 0: RGB, row 0 on top, filtered linearly

#include "overlay_light.glsl"
#include "drawing.glsl"

SAMPLER(0, sampler2D, picture);

uniform vec4 surround; // colour around the picture

in vec2 place; // 0 to 1 inside the picture
layout(location = 0) out vec4 rgba;

void main()
{
	vec4 inside = texture(picture, place);
	bool within = all(greaterThanEqual(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
	inside.rgb = lit(inside.rgb);
	rgba = within ? inside : surround;
}
