// From samples to each tile's list and, in the last workgroup, to each block's
// place in the list of the picture.
//
// Planes     bindings 0, 2, 3, see feature_samples.glsl
// Commands   binding 1: out, the draw command and the counts
// Drafts     binding 4: out
// Tiles      binding 5: out
// State      binding 6: sums over blocks, made and used up here
// Places     binding 7: out
// dispatch   a workgroup for each tile; afterwards a barrier for storage and
//            commands
//
// An invocation has 4×4 pixels: levels 0 to 2. Levels 3 to 6 are reduced in
// shared memory, as a pyramid of counts whose sums of earlier siblings lead
// each invocation to its place in the tile's list. A full tile may be a part of
// a larger leaf, which only all tiles together can tell: so the workgroup that
// finishes last, by an atomic count, does the levels above and adds up the
// counts.

#define WG_SIZE 256

layout(local_size_x = WG_SIZE) in;

#include "quad_words.glsl"
#include "quadlist.glsl"
#include "feature.glsl"
#include "feature_samples.glsl"
#include "feature_fused.glsl"

struct Block {
	uint n_quads;  // of tiles that are not full
	uint n_pixels; // under the quads, where those of some levels are left out
	uvec2 full;    // its tiles
};

layout(std430, binding = 6) coherent buffer State {
	uint n_done;
	uint padding[3];
	Block blocks[]; // all zero before and after each picture
};

uniform int threshold;      // T
uniform int n_block_levels; // log2 of the blocks along the square's side

// The cells of levels 2 to 6 one after another, each a packed mean with FULL
// and, from bit 16 on, the number of quads in the second word; and the number
// of quads of each cell's earlier siblings.
#define LEVEL_3 256
#define LEVEL_4 320
#define LEVEL_5 336
#define LEVEL_6 340
#define FULL (1u << 14)
#define MEAN uvec2(0xffffffffu, 0x3fffu)

shared uvec2 sh_cells[LEVEL_6 + 1];
shared uint sh_before[LEVEL_6];
shared uint sh_n_pixels;
shared bool sh_is_last;

#include "feature_places.glsl"

// An invocation's pixels in Morton order, and what they merge to.
uint inside = 0u; // pixels inside the picture
uvec2 pixels[16]; // packed
uvec2 fours[4];  // packed means of 2×2

uint full_fours = 0u; // which

bool merges(uvec3 a, uvec3 b, uvec3 c, uvec3 d, int level, out uvec2 mean)
{
	uint deviation;
	mean = pack_mean(average(a, b, c, d, deviation));
	return deviation <= uint(threshold) && level <= limits.y;
}

void take_four(int i, uvec3 a, uvec3 b, uvec3 c, uvec3 d)
{
	pixels[4 * i] = pack_mean(a);
	pixels[4 * i + 1] = pack_mean(b);
	pixels[4 * i + 2] = pack_mean(c);
	pixels[4 * i + 3] = pack_mean(d);
	if (merges(a, b, c, d, 1, fours[i]) && (inside >> 4 * i & 15u) == 15u)
		full_fours |= 1u << i;
}

void take_rows(int i, ivec2 p)
{
	uvec4 a, b, c, d, e, f;
	four_samples(p.x, min(p.y, size.y - 1), a, b, c);
	four_samples(p.x, min(p.y + 1, size.y - 1), d, e, f);
	take_four(i, features_of(uvec3(a.x, b.x, c.x)), features_of(uvec3(a.y, b.y, c.y)),
	          features_of(uvec3(d.x, e.x, f.x)), features_of(uvec3(d.y, e.y, f.y)));
	take_four(i + 1, features_of(uvec3(a.z, b.z, c.z)), features_of(uvec3(a.w, b.w, c.w)),
	          features_of(uvec3(d.z, e.z, f.z)), features_of(uvec3(d.w, e.w, f.w)));
}

// Which of the 4×4 pixels at p are inside the picture.
uint pixels_inside(ivec2 p)
{
	ivec2 left = size - p;
	if (left.x >= 4 && left.y >= 4)
		return 0xffffu;
	uint bits = 0u;
	for (uint i = 0u; i < 16u; i++)
		if (all(lessThan(ivec2(morton_cell(i)), left)))
			bits |= 1u << i;
	return bits;
}

// The cell of level 2 at p, as in sh_cells.
uvec2 take_pixels(ivec2 p)
{
	full_fours = 0u;
	inside = pixels_inside(p);
	if (inside == 0u)
		return uvec2(0);
	take_rows(0, p);
	take_rows(2, p + ivec2(0, 2));
	if (full_fours == 15u) {
		uvec2 mean;
		if (merges(unpack_mean(fours[0]), unpack_mean(fours[1]), unpack_mean(fours[2]), unpack_mean(fours[3]), 2, mean))
			return uvec2(mean.x, mean.y | FULL | (limits.x <= 2 ? 1u << 16 : 0u));
	}
	uint n_full = uint(bitCount(full_fours));
	uint n = limits.x == 0 ? uint(bitCount(inside)) - 3u * n_full : limits.x == 1 ? n_full : 0u;
	return uvec2(0u, n << 16);
}

// The cells of a level from those below.
void reduce(int below, int above, uint n_above, int level)
{
	barrier();
	uint i = gl_LocalInvocationIndex;
	if (i >= n_above)
		return;
	uint first = uint(below) + 4u * i;
	uvec2 a = sh_cells[first], b = sh_cells[first + 1u], c = sh_cells[first + 2u], d = sh_cells[first + 3u];
	uint n = a.y >> 16;
	sh_before[first] = 0u;
	sh_before[first + 1u] = n;
	n += b.y >> 16;
	sh_before[first + 2u] = n;
	n += c.y >> 16;
	sh_before[first + 3u] = n;
	n += d.y >> 16;
	uvec2 cell = uvec2(0u, n << 16);
	if ((a.y & b.y & c.y & d.y & FULL) != 0u) {
		uvec2 mean;
		if (merges(unpack_mean(a), unpack_mean(b), unpack_mean(c), unpack_mean(d), level, mean)) {
			cell = uvec2(mean.x, mean.y | FULL | (limits.x <= level ? 1u << 16 : 0u));
			if (level == limits.x)
				atomicAdd(sh_n_pixels, 1u << 2 * level);
		}
	}
	sh_cells[above + i] = cell;
}

bool is_full_cell(uint i) { return (sh_cells[i].y & FULL) != 0u; }

// Tells the others about the tile.
void publish(uint tile_ix)
{
	uint block = tile_ix / 64u;
	uvec2 cell = sh_cells[LEVEL_6];
	if ((cell.y & FULL) != 0u) {
		tiles[tile_ix] = cell & MEAN;
		if (tile_ix % 64u < 32u)
			atomicOr(blocks[block].full.x, 1u << tile_ix % 32u);
		else
			atomicOr(blocks[block].full.y, 1u << tile_ix % 32u);
	} else {
		tiles[tile_ix] = uvec2(cell.y >> 16, 0u);
		if (cell.y != 0u)
			atomicAdd(blocks[block].n_quads, cell.y >> 16);
	}
	if (sh_n_pixels != 0u)
		atomicAdd(blocks[block].n_pixels, sh_n_pixels);
	memoryBarrierBuffer();
	sh_is_last = atomicAdd(n_done, 1u) == gl_NumWorkGroups.x * gl_NumWorkGroups.y - 1u;
}

// A place in a tile as a draft has it.
uint tile_place(uvec2 cell) { return cell.x | cell.y << 6; }

void draft(uint entry, uvec2 mean, uint place, uint level)
{
	drafts[entry] = uvec2(mean.x, mean.y | (place | level << 12) << 14);
}

void draft_pixel(int i, inout uint entry, uint place)
{
	if ((inside >> i & 1u) != 0u)
		draft(entry++, pixels[i], place + tile_place(uvec2(i & 1 | i >> 1 & 2, i >> 1 & 1 | i >> 2 & 2)), 0u);
}

void draft_four(int i, inout uint entry, uint place)
{
	if ((full_fours >> i & 1u) != 0u) {
		if (limits.x <= 1)
			draft(entry++, fours[i], place + tile_place(uvec2(2 * (i & 1), i & 2)), 1u);
	} else if (limits.x == 0) {
		draft_pixel(4 * i, entry, place);
		draft_pixel(4 * i + 1, entry, place);
		draft_pixel(4 * i + 2, entry, place);
		draft_pixel(4 * i + 3, entry, place);
	}
}

// Writes the invocation's quads to the tile's list.
void draft_cell(uint entry, uint place)
{
	uint self = gl_LocalInvocationIndex;
	entry += sh_before[self] + sh_before[LEVEL_3 + self / 4u] + sh_before[LEVEL_4 + self / 16u] + sh_before[LEVEL_5 + self / 64u];
	if (!is_full_cell(self)) {
		draft_four(0, entry, place);
		draft_four(1, entry, place);
		draft_four(2, entry, place);
		draft_four(3, entry, place);
		return;
	}
	uint cell = self;
	uint level = 2u;
	if (is_full_cell(LEVEL_3 + self / 4u)) {
		cell = LEVEL_3 + self / 4u;
		level = 3u;
		if (is_full_cell(LEVEL_4 + self / 16u)) {
			cell = LEVEL_4 + self / 16u;
			level = 4u;
			if (is_full_cell(LEVEL_5 + self / 64u)) {
				cell = LEVEL_5 + self / 64u;
				level = 5u;
			}
		}
	}
	if (int(level) >= limits.x && (self & (1u << 2u * (level - 2u)) - 1u) == 0u)
		draft(entry, sh_cells[cell] & MEAN, place, level);
}

void main()
{
	uint self = gl_LocalInvocationIndex;
	uvec2 tile = gl_WorkGroupID.xy;
	uvec2 place = 4u * morton_cell(self);
	if (self == 0u)
		sh_n_pixels = 0u;
	uvec2 cell = take_pixels(ivec2(64u * tile + place));
	sh_cells[self] = cell;
	if (limits.x == 1 || limits.x == 2) {
		barrier();
		atomicAdd(sh_n_pixels, limits.x == 1 ? 4u * uint(bitCount(full_fours)) : (cell.y & FULL) != 0u ? 16u : 0u);
	}
	reduce(0, LEVEL_3, 64u, 3);
	reduce(LEVEL_3, LEVEL_4, 16u, 4);
	reduce(LEVEL_4, LEVEL_5, 4u, 5);
	reduce(LEVEL_5, LEVEL_6, 1u, 6);
	barrier();
	if (self == 0u)
		publish(morton_ix(tile));
	if (inside != 0u && !is_full_cell(LEVEL_6))
		draft_cell((tile.y * gl_NumWorkGroups.x + tile.x) * PIXELS_IN_TILE, tile_place(place));
	barrier();
	if (sh_is_last)
		place_blocks();
}
