// Sums of a plane's samples in squares of side 2^level that lie completely inside the plane, for levels
// from 1 up: 64 bits each, the lower half first, row by row, one level after the other.

layout(std430, binding = 1) buffer Sums { uvec2 sums[]; };

uniform ivec2 plane_size; // samples

int sum_ix(int level, ivec2 p)
{
	int begin = 0;
	for (int l = 1; l < level; l++)
		begin += (plane_size.x >> l) * (plane_size.y >> l);
	return begin + p.y * (plane_size.x >> level) + p.x;
}

uvec2 add_sums(uvec2 a, uvec2 b)
{
	uint carry;
	uint low = uaddCarry(a.x, b.x, carry);
	return uvec2(low, a.y + b.y + carry);
}
