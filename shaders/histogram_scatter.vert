// A point for each pixel, at the position of its bin in a target of one row.
//
// draw  width · height points

#include "histogram_sample.glsl"

uniform int width;  // of the picture
uniform int n_bins;

void main()
{
	int v = luma_at(ivec2(gl_VertexID % width, gl_VertexID / width));
	int bin = v * n_bins / (samples.w + 1);
	gl_Position = vec4(float(2 * bin + 1) / float(n_bins) - 1.0, 0.0, 0.0, 1.0);
	gl_PointSize = 1.0;
}
