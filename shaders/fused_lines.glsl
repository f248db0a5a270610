// Shared by the two passes that list points by lines. A part is 32 words of 32 pixels of a line; parts
// are numbered line by line. A strip is four lines of the picture, a band PARTS_IN_BAND parts.
//
// One workgroup of the first pass has a part of each line of a strip, one invocation 8×4 pixels. One
// workgroup of the second has four parts that follow one another, one invocation a word.

#define WG_SIZE 128
#define PART_WIDTH 1024
#define PARTS_IN_BAND 512

layout(std430, binding = 3) buffer Words { uint words[]; };
layout(std430, binding = 4) buffer Parts { uint parts[]; }; // points
layout(std430, binding = 5) buffer Bands { uint bands[]; }; // points; 0 outside the picture
