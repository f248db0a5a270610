// The papers' discriminator: points are the pixels with alpha 1.

uniform ivec2 size; // pixels

layout(binding = 0) uniform sampler2D picture;

bool is_point(ivec2 p)
{
	return all(lessThan(p, size)) && texelFetch(picture, p, 0).a == 1.0;
}
