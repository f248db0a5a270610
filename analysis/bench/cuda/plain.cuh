// The leaf pixels in raster order, written down as one would at first: a thread
// and a byte of mask a pixel, and CUB's selection by these bytes.

#pragma once

#include "check.cuh"
#include "edge.cuh"
#include "selection.cuh"

namespace plain {

__device__ inline int sample_at(const picture &p, int x, int y)
{
	x = min(max(x, 0), p.width - 1);
	y = min(max(y, 0), p.height - 1);
	return p.luma[static_cast<size_t>(y) * p.stride + x];
}

__device__ inline int square_of(int d) { return d * d; }

__global__ void make_mask(picture p, int threshold, uint8_t *mask)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= p.width || y >= p.height)
		return;
	int v = sample_at(p, x, y);
	int d = square_of(v - sample_at(p, x + 1, y)) + square_of(v - sample_at(p, x - 1, y)) +
	        square_of(v - sample_at(p, x, y - 1)) + square_of(v - sample_at(p, x, y + 1));
	mask[static_cast<size_t>(y) * p.width + x] = d < threshold;
}

class peer {
public:
	peer(picture p, int threshold, bool with_values) : p(p), threshold(threshold)
	{
		check(cudaMalloc(&mask, p.width * p.height));
		list.allocate(p, mask, with_values);
	}

	void edge(cudaStream_t stream)
	{
		dim3 threads(32, 8), blocks((p.width + 31) / 32, (p.height + 7) / 8);
		make_mask<<<blocks, threads, 0, stream>>>(p, threshold, mask);
		check(cudaGetLastError());
	}

	void select(cudaStream_t stream) { list.run(mask, stream); }

	const uint32_t *result() const { return list.points; }
	const uint32_t *values() const { return list.values; }
	const int *count() const { return list.n; }
	size_t capacity() const { return list.n_pixels; }

private:
	picture p;
	int threshold;
	uint8_t *mask;
	selection<const uint8_t *> list;
};

} // namespace plain
