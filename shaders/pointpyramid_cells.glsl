// The cells of a point pyramid from level 1 up, as floats; level 0 is the picture.
//
// RECT  all levels are in one level of the texture, side by side, the finest first
// VEC4  a cell holds the values of its four children, else its own value

layout(binding = 1) uniform sampler2D levels;

// Returns the cell of a level ≥ 1 that starts at a column of the texture.
vec4 cell_at(int level, int column, ivec2 p)
{
#ifdef RECT
	return texelFetch(levels, ivec2(column + p.x, p.y), 0);
#else
	return texelFetch(levels, p, level - 1);
#endif
}

// Returns the number of points below a cell.
float points_in(vec4 cell)
{
#ifdef VEC4
	return cell.x + cell.y + cell.z + cell.w;
#else
	return cell.x;
#endif
}
