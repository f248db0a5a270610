// Vectors of three 14-bit features, their averages and deviations. feature.combine in Go does the same.

// Packs a vector into 64 bits, the layout of feature.Mean.
uvec2 pack_mean(uvec3 v) { return uvec2(v.x | v.y << 14, v.z); }

uvec3 unpack_mean(uvec2 m) { return uvec3(m.x & 0x3fffu, m.x >> 14 & 0x3fffu, m.y & 0x3fffu); }

// Returns the average of four vectors, and sets deviation to the sum of their squared deviations from
// it. For each channel, with s the sum of the four f and a their average,
//
//	sum (f − a)² = sum f² − a·(2·s − 4·a)
//
// All terms fit 32 bits: 12 · 16383² < 2^32.
uvec3 average(uvec3 a, uvec3 b, uvec3 c, uvec3 d, out uint deviation)
{
	uvec3 s = a + b + c + d;
	uvec3 mean = (s + 2u) >> 2u;
	uvec3 of_channels = a * a + b * b + c * c + d * d - mean * (2u * s - 4u * mean);
	deviation = of_channels.x + of_channels.y + of_channels.z;
	return mean;
}
