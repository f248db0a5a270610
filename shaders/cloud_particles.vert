// A particle of a cloud, a square of whole target pixels.
//
// State      binding 4: see cloud_ring.glsl
// Particles  binding 5: see cloud_add.comp
// draw       indirect, one point per particle, newest first; at equal depth the first one
//            wins
// source     cloud.View.Particle, cloud.View.Cube and cloud.Faded in Go are the same arithmetic

#include "cloud_ring.glsl"

layout(std430, binding = 5) readonly buffer Particles { uvec2 particles[]; };

uniform ivec4 row_x;     // fixed-point forms of 2x + size, 2y + size, age and 1: to the right,
uniform ivec4 row_y;     // downwards
uniform ivec4 row_ahead; // and away from the eye
uniform int focal;
uniform ivec2 middle;
uniform ivec2 target_size;
uniform int slot;        // of the newest frame
uniform ivec4 surround;  // colour around the cloud
uniform int cubed;       // 1: quads are cubes, centred between their frames; else 0

flat out vec3 colour;

// p.z is twice the age.
int at(ivec4 row, ivec3 p)
{
	int age = row.z * (p.z >> 1) + ((row.z * (p.z & 1)) >> 1);
	return (row.x * p.x + row.y * p.y + age + row.w) >> FRACTION_BITS;
}

// Returns the largest integer not above a/b, for b > 0.
int floor_div(int a, int b) { return a < 0 ? -((b - 1 - a) / b) : a / b; }

void main()
{
	uvec2 particle = particles[(head - 1u - uint(gl_VertexID)) & (CAPACITY - 1u)];
	int size = 1 << (particle.x >> 28);
	int ages = 2 * ((slot - int(particle.y >> 24)) & 255) - cubed * (size - 1);
	ivec3 p = ivec3(2 * (ivec2(particle.x, particle.x >> 14) & 0x3fff) + size, ages);
	gl_PointSize = 1.0;
	gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside the target
	int ahead = at(row_ahead, p);
	if (ahead < NEAR)
		return;
	ivec2 pixel = middle + ivec2(floor_div(at(row_x, p) * focal, ahead), floor_div(at(row_y, p) * focal, ahead));
	if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, target_size)))
		return;
	int side = clamp((size * focal << SUB_BITS) / 2 / ahead, LEAST_SIDE, MOST_SIDE);
	ivec2 corner = pixel - side / 2;
	gl_PointSize = float(side);
	// Depths are multiples of 2^-20, which a float represents exactly.
	gl_Position = vec4(vec2(2 * corner + side) / vec2(target_size) - 1.0, float(2 * ahead) / float(1 << DEPTH_BITS) - 1.0, 1.0);

	uint part = uint(255 - clamp(ages >> 1, 0, FRAMES - 1) * 192 / FRAMES);
	uvec3 own = uvec3(particle.y & 255u, particle.y >> 8 & 255u, particle.y >> 16 & 255u);
	uvec3 mixed = (own * part + uvec3(surround.rgb) * (255u - part) + 127u) / 255u;
	colour = vec3(mixed) / 255.0;
}
