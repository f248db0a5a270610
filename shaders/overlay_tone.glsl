// A tone: two words per target pixel, row by row, with the sums of the quads' premultiplied colours
// times their areas in the pixel. Red and blue are in the lower halves, green and opacity in the upper
// ones.
layout(std430, binding = 6) buffer Tone { uint tone[]; };
