// The values of points, with VALUES: samples of a plane with the picture's layout in memory.
// VALUE_BYTES, VALUE_SHIFT and VALUE_DEPTH are the bytes of a sample, the shift from a stored sample to
// its value, and the bits of a value; raw video can contain larger ones. With VALUE_PAIRS the samples of
// an even column and the next one are in one word.
//
// ValuePlane  binding VALUE_PLANE_BINDING
// Values      binding 7: out, a value for each entry of the list

#ifdef VALUES

layout(std430, binding = VALUE_PLANE_BINDING) readonly buffer ValuePlane { uint value_plane[]; };
layout(std430, binding = 7) writeonly buffer Values { uint values[]; };

uniform ivec4 value_layout; // bytes to the first sample, row to row, sample to sample

uint value_of_stored(uint stored) { return min(stored >> VALUE_SHIFT, (1u << VALUE_DEPTH) - 1u); }

int value_at(uint quad)
{
	return value_layout.x + int(quad >> 14) * value_layout.y + int(quad & 0x3fffu) * value_layout.z;
}

// Returns the value of a quad of one pixel.
uint value_of(uint quad)
{
	int at = value_at(quad);
	return value_of_stored(bitfieldExtract(value_plane[at >> 2], 8 * (at & 3), 8 * VALUE_BYTES));
}

// Returns the values of two pixels of which leaves has bits: a quad of one pixel in an even column, which
// is inside the picture, and its right neighbour, which may be outside if it is no leaf.
uvec2 pair_of_values(uint quad, uint leaves)
{
#ifdef VALUE_PAIRS
	int at = value_at(quad);
	uint both = value_plane[at >> 2] >> 8 * (at & 3);
	return uvec2(value_of_stored(bitfieldExtract(both, 0, 8 * VALUE_BYTES)),
	             value_of_stored(bitfieldExtract(both, 8 * VALUE_BYTES, 8 * VALUE_BYTES)));
#else
	return uvec2(value_of(quad), value_of(quad + (leaves >> 1 & 1u)));
#endif
}

// Returns the values of four pixels, two pairs, of which leaves has at least one bit. Nothing is read
// outside the picture: the second pair's place is the first's if the second has no leaf.
uvec4 four_values(uint quad, uint further, uint leaves)
{
	uint second = (leaves & 12u) == 0u ? quad : quad + further;
	return uvec4(pair_of_values(quad, leaves), pair_of_values(second, leaves >> 2));
}

#endif
