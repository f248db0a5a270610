// The very list of the engines: a byte a pixel, in Morton order, with the level
// of the leaf that begins there, and CUB's selection of those that are one.

#pragma once

#include <algorithm>
#include <vector>

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "check.cuh"
#include "edge.cuh"

namespace quads {

constexpr uint32_t none = 15;              // the level where no leaf begins
constexpr uint32_t none_word = 0x0f0f0f0f; // four of them
// Squares of 2x2 tiles and more, of 256 tiles a side: 4^7 + 4^6 + ... + 1,
// rounded up to whole words.
constexpr int max_squares = 21848;

// Every other bit: x of a Morton number, y of half of it.
__host__ __device__ inline uint32_t compact(uint32_t m)
{
	m &= 0x55555555;
	m = (m | m >> 1) & 0x33333333;
	m = (m | m >> 2) & 0x0f0f0f0f;
	m = (m | m >> 4) & 0x00ff00ff;
	return (m | m >> 8) & 0x0000ffff;
}

// The place of a pixel among 4x4 in Morton order.
__device__ constexpr int morton_bit(int x, int y) { return (x & 1) | (y & 1) << 1 | (x & 2) << 1 | (y & 2) << 2; }

// The leaves among 4x4 pixels, as bits in Morton order; outside the picture
// there are none.
__device__ inline uint32_t leaf_cell(const picture &p, int x, int y, float threshold)
{
	if (x >= p.width || y >= p.height)
		return 0;
	uint32_t words[6], left[4], right[4];
	for (int i = 0; i < 6; i++)
		words[i] = word_at(p, x, y + i - 1);
	for (int i = 0; i < 4; i++) {
		left[i] = word_at(p, x - 4, y + i);
		right[i] = word_at(p, x + 4, y + i);
	}
	row r = make_row(p, x, 0, words[0], 0, row{});
	uint32_t cell = 0;
	for (int i = 0; i <= 4; i++) {
		bool inside = i < 4; // below, nothing is asked of the words beside
		row below = make_row(p, x, inside ? left[i] : 0, words[i + 1], inside ? right[i] : 0, r);
		for (int j = 0; j < 4 && i > 0 && y + i <= p.height; j++)
			cell |= static_cast<uint32_t>(is_leaf(r, below, j, threshold)) << morton_bit(j, i - 1);
		r = below;
	}
	return cell;
}

// The levels of four pixels, of a cell that is not full.
__device__ inline uint32_t level_bytes(uint32_t nibble)
{
	if (nibble == 15)
		return (none_word & ~255u) | 1;
	return (~(nibble * 0x00204081) & 0x01010101) * none;
}

// A block has a tile of 64x64 pixels, a thread 4x4 of them. A full tile is
// taken for a leaf here.
__global__ void __launch_bounds__(256)
	make_levels(picture p, float threshold, const uint32_t *tiles, uint4 *levels, uint8_t *full_tiles)
{
	__shared__ uint32_t sh_full[8]; // a bit for each 4x4 pixels
	uint32_t self = threadIdx.x, tile = tiles[blockIdx.x];
	int x = 64 * compact(tile) + 4 * compact(self), y = 64 * compact(tile >> 1) + 4 * compact(self >> 1);
	uint32_t cell = leaf_cell(p, x, y, threshold);
	uint32_t full = __ballot_sync(~0u, cell == 0xffff);
	uint32_t warp = self / 32;
	if (self % 32 == 0)
		sh_full[warp] = full;
	__syncthreads();

	uint4 out = {none_word, none_word, none_word, none_word};
	bool all_full = true;
	for (int i = 0; i < 8; i++)
		all_full = all_full && sh_full[i] == ~0u;
	if (cell == 0xffff) {
		uint32_t level = 2;
		if ((full >> (self & 28) & 15) == 15) {
			level = 3;
			if ((full >> (self & 16) & 0xffff) == 0xffff) {
				level = 4;
				if ((sh_full[warp & ~1u] & sh_full[warp | 1]) == ~0u)
					level = all_full ? 6 : 5;
			}
		}
		if ((self & ((1u << (2 * level - 4)) - 1)) == 0)
			out.x = (none_word & ~255u) | level;
	} else {
		out.x = level_bytes(cell & 15);
		out.y = level_bytes(cell >> 4 & 15);
		out.z = level_bytes(cell >> 8 & 15);
		out.w = level_bytes(cell >> 12);
	}
	levels[256 * blockIdx.x + self] = out;
	if (self == 0)
		full_tiles[tile] = all_full;
}

// Merges full tiles, in one block: a pyramid of bytes, four of which are a
// word.
__global__ void __launch_bounds__(1024)
	merge_tiles(int n_levels, const uint32_t *full_tiles, const uint32_t *place_of, uint8_t *levels)
{
	__shared__ uint32_t sh_words[max_squares / 4];
	uint8_t *squares = reinterpret_cast<uint8_t *>(sh_words);
	uint32_t self = threadIdx.x, n = 1u << (2 * n_levels - 2);
	for (uint32_t i = self; i < n; i += 1024)
		squares[i] = full_tiles[i] == 0x01010101;
	__syncthreads();
	uint32_t below = 0;
	for (uint32_t n_below = n; n_below > 1; n_below /= 4) {
		uint32_t above = below + n_below;
		for (uint32_t i = self; i < n_below / 4; i += 1024)
			squares[above + i] = sh_words[below / 4 + i] == 0x01010101;
		__syncthreads();
		below = above;
	}
	for (uint32_t i = self; i < n; i += 1024) {
		if (!squares[i])
			continue;
		int level = 1;
		uint32_t above = 0, n_below = n;
		while (level < n_levels) {
			above += n_below;
			n_below /= 4;
			if (!squares[above + (i >> 2 * level)])
				break;
			level++;
		}
		bool first = (i & ((1u << (2 * level - 2)) - 1)) == 0;
		for (uint32_t j = 0; j < 4; j++)
			levels[static_cast<size_t>(place_of[4 * i + j]) * 4096] = first && j == 0 ? 6 + level : none;
	}
}

// The quad of a candidate: x | y << 14 | level << 28.
struct quad_at {
	const uint8_t *levels;
	const uint32_t *tiles;
	__device__ uint32_t operator()(uint32_t i) const
	{
		uint32_t m = tiles[i / 4096] * 4096 + i % 4096;
		return compact(m) | compact(m >> 1) << 14 | static_cast<uint32_t>(levels[i]) << 28;
	}
};

struct is_quad {
	__device__ bool operator()(uint32_t quad) const { return quad >> 28 != none; }
};

class peer {
public:
	peer(picture p, int threshold) : p(p), threshold(threshold)
	{
		while (64 << n_levels < std::max(p.width, p.height))
			n_levels++;
		uint32_t n_square = 1u << 2 * n_levels;
		std::vector<uint32_t> places(n_square), list_of_tiles;
		for (uint32_t m = 0; m < n_square; m++) {
			places[m] = list_of_tiles.size();
			if (64 * compact(m) < static_cast<uint32_t>(p.width) && 64 * compact(m >> 1) < static_cast<uint32_t>(p.height))
				list_of_tiles.push_back(m);
		}
		n_tiles = list_of_tiles.size();
		check(cudaMalloc(&place_of, sizeof(uint32_t) * n_square));
		check(cudaMemcpy(place_of, places.data(), sizeof(uint32_t) * n_square, cudaMemcpyHostToDevice));
		check(cudaMalloc(&tiles, sizeof(uint32_t) * n_tiles));
		check(cudaMemcpy(tiles, list_of_tiles.data(), sizeof(uint32_t) * n_tiles, cudaMemcpyHostToDevice));
		check(cudaMalloc(&full_tiles, n_square));
		check(cudaMemset(full_tiles, 0, n_square));
		check(cudaMalloc(&levels, static_cast<size_t>(n_tiles) * 4096));
		check(cudaMalloc(&list, sizeof(uint32_t) * capacity()));
		check(cudaMalloc(&n, sizeof(int)));
		run_select(nullptr, nullptr);
		check(cudaMalloc(&temporary, temporary_bytes));
	}

	void edge(cudaStream_t stream)
	{
		make_levels<<<n_tiles, 256, 0, stream>>>(p, threshold, tiles, reinterpret_cast<uint4 *>(levels), full_tiles);
		check(cudaGetLastError());
		if (n_levels == 0)
			return;
		merge_tiles<<<1, 1024, 0, stream>>>(n_levels, reinterpret_cast<const uint32_t *>(full_tiles), place_of, levels);
		check(cudaGetLastError());
	}

	void select(cudaStream_t stream) { run_select(temporary, stream); }

	const uint32_t *result() const { return list; }
	const uint32_t *values() const { return nullptr; }
	const int *count() const { return n; }
	size_t capacity() const { return static_cast<size_t>(p.width) * p.height; }

private:
	void run_select(void *temp, cudaStream_t stream)
	{
		auto numbers = thrust::make_counting_iterator(uint32_t{0});
		auto candidates = thrust::make_transform_iterator(numbers, quad_at{levels, tiles});
		check(cub::DeviceSelect::If(temp, temporary_bytes, candidates, list, n, 4096 * n_tiles, is_quad{}, stream));
	}

	picture p;
	int threshold;
	int n_levels = 0; // log2 of the tiles along the square's side
	int n_tiles = 0;
	uint32_t *place_of, *tiles; // the place of a Morton number among the tiles, and back
	uint8_t *full_tiles, *levels;
	uint32_t *list;
	int *n;
	void *temporary = nullptr;
	size_t temporary_bytes = 0;
};

} // namespace quads
