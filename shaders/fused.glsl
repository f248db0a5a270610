// What the first of two dispatches of package fused passes to the second.

#include "fused_leaves.glsl"

// With CLASSES each class has a layer of workgroups, and its n_blocks blocks and their tiles follow
// those of the previous class.
uniform int n_blocks; // of the square that contains the picture
#ifdef CLASSES
#define first_block (gl_WorkGroupID.z * uint(n_blocks))
#else
#define first_block 0u
#endif

struct Block {
	uint n_quads;  // of tiles that are not full
	uint n_pixels; // under them
	uvec2 full;    // its full tiles
};

layout(std430, binding = 3) buffer TileWords { uvec2 tile_words[]; }; // a tile's full words
layout(std430, binding = 4) buffer Halves { uint halves[]; };         // leaf pixels, see half_ix
layout(std430, binding = 5) buffer TileQuads { uint tile_quads[]; };  // 0 for a full tile
layout(std430, binding = 6) buffer Blocks { Block blocks[]; };        // 0 outside the picture
