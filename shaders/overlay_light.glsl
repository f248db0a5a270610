// What changes the picture's colours on the display: light, and muting under fills.
//
// source  overlay.Mute in Go is the same arithmetic

uniform vec2 light; // gain of the channels, and the offset added to them
uniform int muted;  // in 255ths

vec3 lit(vec3 colour)
{
	colour = clamp(colour * light.x + light.y, 0.0, 1.0);
	if (muted == 0)
		return colour;
	ivec3 c = ivec3(colour * 255.0 + 0.5);
	int lightness = 54 * c.r + 183 * c.g + 19 * c.b + 128 >> 8;
	int gray = 40 + (lightness * 96 + 128 >> 8);
	uvec3 sum = uvec3(gray * muted + c * (255 - muted) + 127);
	return vec3(sum + (sum >> 8) + 1u >> 8) / 255.0; // sum / 255, exact below 65535; llvmpipe runs this even where muted is 0
}
