// The values of points, with VALUES: samples of a plane with the picture's layout in memory.
// VALUE_BYTES, VALUE_SHIFT and VALUE_DEPTH are the bytes of a sample, the shift from a stored sample to
// its value, and the bits of a value; raw video can contain larger ones.
//
// ValuePlane  binding VALUE_PLANE_BINDING
// Values      binding 7: out, a value for each entry of the list

#ifdef VALUES

layout(std430, binding = VALUE_PLANE_BINDING) readonly buffer ValuePlane { uint value_plane[]; };
layout(std430, binding = 7) writeonly buffer Values { uint values[]; };

uniform ivec4 value_layout; // bytes to the first sample, row to row, sample to sample

// Returns the value of a quad of one pixel.
uint value_of(uint quad)
{
	int at = value_layout.x + int(quad >> 14) * value_layout.y + int(quad & 0x3fffu) * value_layout.z;
	uint stored = bitfieldExtract(value_plane[at >> 2], 8 * (at & 3), 8 * VALUE_BYTES);
	return min(stored >> VALUE_SHIFT, (1u << VALUE_DEPTH) - 1u);
}

#endif
