// One reduction of the line-wise HistoPyramid: adds up four consecutive cells of a level, in the order
// of the lines, to one of the next.
//
// mask         sampler 0, with FROM_MASK: level 0, leaf markers
// LinePyramid  binding 3: the counts of the levels above, the top first
// dispatch     WG_SIZE cells in each workgroup; afterwards a barrier for storage
// source       GPU Point List Generation through Histogram Pyramids, end of
//              section 5

layout(local_size_x = WG_SIZE) in;

#ifdef FROM_MASK
layout(binding = 0) uniform isampler2D mask;
#endif
// The indices of the coarser and the finer level in cells[], the number of cells of the finer level,
// the picture's width.
uniform ivec4 place;

layout(std430, binding = 3) buffer LinePyramid { int cells[]; };

// Returns the number of leaf pixels in a cell of the finer level.
int below(int ix)
{
	if (ix >= place.z)
		return 0;
#ifdef FROM_MASK
	return -texelFetch(mask, ivec2(ix % place.w, ix / place.w), 0).r;
#else
	return cells[place.y + ix];
#endif
}

void main()
{
	int ix = int(gl_GlobalInvocationID.y * (gl_NumWorkGroups.x * WG_SIZE) + gl_GlobalInvocationID.x);
	if (4 * ix < place.z)
		cells[place.x + ix] = below(4 * ix) + below(4 * ix + 1) + below(4 * ix + 2) + below(4 * ix + 3);
}
