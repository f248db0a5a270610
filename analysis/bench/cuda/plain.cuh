// The leaf pixels in raster order, written down as one would at first: a thread
// and a byte of mask a pixel, and CUB's selection by these bytes.

#pragma once

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include "check.cuh"
#include "edge.cuh"

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
	peer(picture p, int threshold) : p(p), threshold(threshold), n_pixels(p.width * p.height)
	{
		check(cudaMalloc(&mask, n_pixels));
		check(cudaMalloc(&list, sizeof(uint32_t) * n_pixels));
		check(cudaMalloc(&n, sizeof(int)));
		run_select(nullptr, nullptr);
		check(cudaMalloc(&temporary, temporary_bytes));
	}

	void edge(cudaStream_t stream)
	{
		dim3 threads(32, 8), blocks((p.width + 31) / 32, (p.height + 7) / 8);
		make_mask<<<blocks, threads, 0, stream>>>(p, threshold, mask);
		check(cudaGetLastError());
	}

	void select(cudaStream_t stream) { run_select(temporary, stream); }

	const uint32_t *result() const { return list; }
	const int *count() const { return n; }
	size_t capacity() const { return n_pixels; }

private:
	void run_select(void *temp, cudaStream_t stream)
	{
		auto pixels = thrust::make_counting_iterator(uint32_t{0});
		check(cub::DeviceSelect::Flagged(temp, temporary_bytes, pixels, mask, list, n, n_pixels, stream));
	}

	picture p;
	int threshold;
	int n_pixels;
	uint8_t *mask;
	uint32_t *list;
	int *n;
	void *temporary = nullptr;
	size_t temporary_bytes = 0;
};

} // namespace plain
