// What the two passes of package fused share.
//
// A word is 8×8 pixels, an invocation's share; a tile is 8×8 words, a block
// 8×8 tiles. A workgroup has 2×2 tiles. Words, tiles and blocks are numbered
// in Morton order in the square that holds the picture.

#define TILES_PER_GROUP 4
#define WG_SIZE 256

layout(std430, binding = 4) buffer Words { uvec2 words[]; };      // leaf pixels
layout(std430, binding = 5) buffer TileQuads { uint tile_quads[]; }; // quads of tiles that are not full

struct Block {
	uint n_quads; // of tiles that are not full
	uint n_pixels;
	uvec2 full; // its tiles
};

// Where a block's quads begin in the list, and the level of the one quad that
// covers all of it: 0 where there is none, NO_QUAD where it lies in a larger.
struct BlockPlace {
	uint first;
	uint level;
	uvec2 full; // its tiles
};

#define NO_QUAD 15u

layout(std430, binding = 6) coherent buffer State {
	uint n_done;
	uint padding[3];
	Block blocks[]; // all zero before and after each picture
};
layout(std430, binding = 7) buffer Places { BlockPlace places[]; };

uniform ivec2 size;   // pixels
uniform int n_groups; // workgroups along x

// The tile of this invocation.
uvec2 own_tile()
{
	uint group = gl_WorkGroupID.x;
	uint quarter = gl_LocalInvocationIndex / 64u;
	return 2u * uvec2(group % uint(n_groups), group / uint(n_groups)) + uvec2(quarter & 1u, quarter >> 1);
}
