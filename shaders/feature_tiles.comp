// Computes the leaves of each tile from samples. The last workgroup computes each block's index in the
// list.
//
// Planes     bindings 0, 2, 3, see feature_samples.glsl
// Commands   binding 1: out, the draw command and the counts
// Cells      binding 4: out
// Tiles      binding 5: out
// State      binding 6: sums over blocks, made and cleared here
// Places     binding 7: out
// dispatch   one workgroup for TILES tiles side by side; afterwards a barrier for
//            storage and commands
//
// One invocation handles one cell in each of the workgroup's tiles. With several tiles there are fewer
// barriers per tile, with one tile there are more workgroups.
//
// Levels 3 to 6 are reduced in shared memory, as a pyramid of counts. An exclusive prefix sum over
// siblings gives each cell its index in the tile. A full tile can be part of a larger leaf, but that
// depends on all tiles together. The workgroup that finishes last, found with an atomic counter,
// therefore computes the levels above and adds up the counts.

#include "quad_words.glsl"
#include "quadlist.glsl"
#include "feature.glsl"
#include "feature_samples.glsl"
#include "feature_fused.glsl"

layout(local_size_x = WG_SIZE) in;

struct Block {
	uint n_quads;  // of tiles that are not full
	uint n_pixels; // under the quads, if quads of some levels are left out
	uvec2 full;    // its full tiles
};

layout(std430, binding = 6) coherent buffer State {
	uint n_done; // finished tiles
	uint padding[3];
	Block blocks[]; // all zero before and after each frame
};

uniform int threshold;      // T
uniform int n_block_levels; // log2 of the blocks along the square's side

// The squares of levels 2 to 6 of a tile, one level after the other. A full one has a packed mean with
// FULL. The second word has the number of quads from bit 16, and for level 2 the full 2×2 squares from
// bit 28. Also the number of quads in each square's earlier siblings.
#define LEVEL_3 256u
#define LEVEL_4 320u
#define LEVEL_5 336u
#define LEVEL_6 340u
#define SQUARES 341u
#define FULL (1u << 14)
#define MEAN uvec2(0x0fffffffu, 0x3fffu)

shared uvec2 sh_squares[TILES * SQUARES];
shared uint sh_before[TILES * SQUARES];
shared uint sh_n_pixels[TILES];
shared bool sh_is_last;

#include "feature_places.glsl"

// Returns a full square in the format of sh_squares.
uvec2 full_square(uvec2 mean, int level)
{
	return uvec2(mean.x, mean.y | FULL | (limits.x <= level ? 1u << 16 : 0u));
}

// Returns whether four vectors merge into a leaf of the level, and computes their average.
bool merge(uvec3 a, uvec3 b, uvec3 c, uvec3 d, int level, out uvec3 mean)
{
	uint deviation;
	mean = average(a, b, c, d, deviation);
	return deviation <= uint(threshold) && level <= limits.y;
}

// Does the same for a 2×2 square with its bits of pixels inside the picture, returns 1 or 0, and adds
// its number of quads to n.
uint merge_four(Four f, uint inside, out uvec3 mean, inout uint n)
{
	bool full = merge(f.a, f.b, f.c, f.d, 1, mean) && inside == 15u;
	n += full ? (limits.x <= 1 ? 1u : 0u) : limits.x == 0 ? uint(bitCount(inside)) : 0u;
	return full ? 1u : 0u;
}

// Returns the square of level 2 at p, in the format of sh_squares.
uvec2 take_cell(ivec2 p)
{
	uint inside = pixels_inside(p);
	if (inside == 0u)
		return uvec2(0);
	uint n = 0u;
	uvec3 a, b, c, d;
	Four left, right;
	fours_at(p, left, right);
	uint full_fours = merge_four(left, inside & 15u, a, n);
	full_fours |= merge_four(right, inside >> 4 & 15u, b, n) << 1;
	fours_at(p + ivec2(0, 2), left, right);
	full_fours |= merge_four(left, inside >> 8 & 15u, c, n) << 2;
	full_fours |= merge_four(right, inside >> 12, d, n) << 3;
	uvec3 mean;
	if (full_fours == 15u && merge(a, b, c, d, 2, mean))
		return full_square(pack_mean(mean), 2) | uvec2(0u, 15u << 28);
	return uvec2(0u, n << 16 | full_fours << 28);
}

uint n_square_quads(uvec2 square) { return square.y >> 16 & 0xfffu; }

// Computes the squares of a level from those below, which start at index below; the results start at
// above. A tile has n_above squares of the level.
void reduce(uint below, uint above, uint n_above, int level)
{
	barrier();
	uint i = gl_LocalInvocationIndex;
	if (i >= n_above * TILES)
		return;
	uint tile = i / n_above;
	i %= n_above;
	uint first = tile * SQUARES + below + 4u * i;
	uvec2 a = sh_squares[first], b = sh_squares[first + 1u], c = sh_squares[first + 2u], d = sh_squares[first + 3u];
	uint n = n_square_quads(a);
	sh_before[first] = 0u;
	sh_before[first + 1u] = n;
	n += n_square_quads(b);
	sh_before[first + 2u] = n;
	n += n_square_quads(c);
	sh_before[first + 3u] = n;
	n += n_square_quads(d);
	uvec2 square = uvec2(0u, n << 16);
	if ((a.y & b.y & c.y & d.y & FULL) != 0u) {
		uvec3 mean;
		if (merge(unpack_mean(a), unpack_mean(b), unpack_mean(c), unpack_mean(d), level, mean)) {
			square = full_square(pack_mean(mean), level);
			if (level == limits.x)
				atomicAdd(sh_n_pixels[tile], 1u << 2 * level);
		}
	}
	sh_squares[tile * SQUARES + above + i] = square;
}

uvec2 n_tiles() { return uvec2(size + 63) / 64u; }

// Publishes a tile's square and the pixels under its quads to the other workgroups.
void publish(uvec2 square, uint n_pixels, uint tile_ix)
{
	uint block = tile_ix / 64u;
	if ((square.y & FULL) != 0u) {
		tiles[tile_ix] = square & MEAN;
		if (tile_ix % 64u < 32u)
			atomicOr(blocks[block].full.x, 1u << tile_ix % 32u);
		else
			atomicOr(blocks[block].full.y, 1u << tile_ix % 32u);
	} else {
		tiles[tile_ix] = uvec2(square.y >> 16, 0u);
		if (square.y != 0u)
			atomicAdd(blocks[block].n_quads, square.y >> 16);
	}
	if (n_pixels != 0u)
		atomicAdd(blocks[block].n_pixels, n_pixels);
	memoryBarrierBuffer();
	if (atomicAdd(n_done, 1u) == n_tiles().x * n_tiles().y - 1u)
		sh_is_last = true;
}

// Returns the data that the emit pass needs about the cell, in a tile whose squares start at first.
uvec2 cell_for_list(uint first)
{
	uint self = gl_LocalInvocationIndex;
	uint at_3 = first + LEVEL_3 + self / 4u;
	uint at_4 = first + LEVEL_4 + self / 16u;
	uint at_5 = first + LEVEL_5 + self / 64u;
	uint before = sh_before[first + self] + sh_before[at_3] + sh_before[at_4] + sh_before[at_5];
	uvec2 square = sh_squares[first + self];
	uint full_fours = square.y >> 28;
	uint level = 0u;
	if ((square.y & FULL) != 0u) {
		level = 2u;
		if ((sh_squares[at_3].y & FULL) != 0u) {
			level = 3u;
			square = sh_squares[at_3];
			if ((sh_squares[at_4].y & FULL) != 0u) {
				level = 4u;
				square = sh_squares[at_4];
				if ((sh_squares[at_5].y & FULL) != 0u) {
					level = 5u;
					square = sh_squares[at_5];
				}
			}
		}
		if (int(level) < limits.x || (self & (1u << 2u * (level - 2u)) - 1u) != 0u)
			level = NO_LEAF;
	}
	square &= MEAN;
	return uvec2(square.x | level << 28, square.y | before << 14 | full_fours << 27);
}

void main()
{
	uint self = gl_LocalInvocationIndex;
	uvec2 tile = uvec2(gl_WorkGroupID.x * TILES, gl_WorkGroupID.y); // the first tile
	uint n_own = min(n_tiles().x - tile.x, TILES);
	if (self < TILES)
		sh_n_pixels[self] = 0u;
	if (self == 0u)
		sh_is_last = false;
	if (limits.x == 1 || limits.x == 2)
		barrier();
	for (uint i = 0u; i < TILES; i++) {
		uvec2 square = take_cell(ivec2(64u * (tile + uvec2(i, 0u)) + 4u * morton_cell(self)));
		sh_squares[i * SQUARES + self] = square;
		if (limits.x == 1)
			atomicAdd(sh_n_pixels[i], 4u * uint(bitCount(square.y >> 28)));
		if (limits.x == 2 && (square.y & FULL) != 0u)
			atomicAdd(sh_n_pixels[i], 16u);
	}
	reduce(0u, LEVEL_3, 64u, 3);
	reduce(LEVEL_3, LEVEL_4, 16u, 4);
	reduce(LEVEL_4, LEVEL_5, 4u, 5);
	reduce(LEVEL_5, LEVEL_6, 1u, 6);
	if (self < n_own)
		publish(sh_squares[self * SQUARES + LEVEL_6], sh_n_pixels[self], morton_ix(tile + uvec2(self, 0u)));
	barrier();
	for (uint i = 0u; i < n_own; i++)
		cells[(tile.y * n_tiles().x + tile.x + i) * WG_SIZE + self] = cell_for_list(i * SQUARES);
	if (sh_is_last)
		place_blocks();
}
