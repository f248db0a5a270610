// The leaf pixels in raster order: a mask of a bit a pixel, and CUB's selection
// of the pixels' numbers by it.

#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "check.cuh"
#include "edge.cuh"
#include "selection.cuh"

namespace points {

constexpr int rows_per_thread = 4, warps_per_block = 8;

// A thread has 4 columns, a warp 128, and goes down rows_per_thread rows: a
// sample is loaded once, but for the rows above and below and the warp's ends.
// Of 128 pixels word i of four has the pixels 4 · lane + i, a bit a lane.
__global__ void __launch_bounds__(32 * warps_per_block) make_mask(picture p, float threshold, uint4 *mask)
{
	int lane = threadIdx.x;
	int x = 4 * (32 * blockIdx.x + lane);
	int y = rows_per_thread * (warps_per_block * blockIdx.y + threadIdx.y);
	uint32_t words[rows_per_thread + 2], ends[rows_per_thread];
	for (int i = 0; i < rows_per_thread + 2; i++)
		words[i] = word_at(p, x, y + i - 1);
	for (int i = 0; i < rows_per_thread; i++)
		ends[i] = lane == 0 || lane == 31 ? word_at(p, lane == 0 ? x - 4 : x + 4, y + i) : 0;

	row r = make_row(p, x, 0, words[0], 0, row{});
	for (int i = 0; i <= rows_per_thread; i++) {
		uint32_t left = __shfl_up_sync(~0u, words[i + 1], 1);
		uint32_t right = __shfl_down_sync(~0u, words[i + 1], 1);
		uint32_t end = i < rows_per_thread ? ends[i] : 0; // below, nothing is asked of them
		row below = make_row(p, x, lane == 0 ? end : left, words[i + 1], lane == 31 ? end : right, r);
		if (i > 0) {
			uint4 bits;
			bits.x = __ballot_sync(~0u, is_leaf(r, below, 0, threshold));
			bits.y = __ballot_sync(~0u, is_leaf(r, below, 1, threshold));
			bits.z = __ballot_sync(~0u, is_leaf(r, below, 2, threshold));
			bits.w = __ballot_sync(~0u, is_leaf(r, below, 3, threshold));
			if (lane == 0 && y + i <= p.height)
				mask[(y + i - 1) * gridDim.x + blockIdx.x] = bits;
		}
		r = below;
	}
}

struct bit_at {
	const uint32_t *mask;
	__host__ __device__ bool operator()(uint32_t i) const { return mask[i / 128 * 4 + i % 4] >> i / 4 % 32 & 1; }
};

class peer {
public:
	peer(picture p, int threshold, bool with_values) : p(p), threshold(threshold)
	{
		check(cudaMalloc(&mask, p.width * p.height / 8));
		list.allocate(p, flags(), with_values);
	}

	void edge(cudaStream_t stream)
	{
		dim3 threads(32, warps_per_block);
		int rows = rows_per_thread * warps_per_block;
		dim3 blocks(p.width / 128, (p.height + rows - 1) / rows);
		make_mask<<<blocks, threads, 0, stream>>>(p, threshold, reinterpret_cast<uint4 *>(mask));
		check(cudaGetLastError());
	}

	void select(cudaStream_t stream) { list.run(flags(), stream); }

	const uint32_t *result() const { return list.points; }
	const uint32_t *values() const { return list.values; }
	const int *count() const { return list.n; }
	size_t capacity() const { return list.n_pixels; }

private:
	using flag_iterator = thrust::transform_iterator<bit_at, thrust::counting_iterator<uint32_t>>;

	flag_iterator flags() const { return {thrust::counting_iterator<uint32_t>{0}, bit_at{mask}}; }

	picture p;
	int threshold;
	uint32_t *mask;
	selection<flag_iterator> list;
};

} // namespace points
