// CUB's selection of the pixels whose flags are set, with or without each pixel's sample.

#pragma once

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include "check.cuh"
#include "edge.cuh"

struct widen {
	__host__ __device__ uint32_t operator()(uint8_t v) const { return v; }
};

// The samples are read as an array, so rows have no gaps.
template <class Flags> struct selection {
	uint32_t *points, *values = nullptr;
	int *n, n_pixels;

	void allocate(picture p, Flags flags, bool with_values)
	{
		n_pixels = p.width * p.height;
		luma = p.luma;
		check(cudaMalloc(&points, sizeof(uint32_t) * n_pixels));
		if (with_values)
			check(cudaMalloc(&values, sizeof(uint32_t) * n_pixels));
		check(cudaMalloc(&n, sizeof(int)));
		run(flags, nullptr);
		check(cudaMalloc(&temporary, temporary_bytes));
	}

	// Only computes the size of the temporary memory as long as there is none.
	void run(Flags flags, cudaStream_t stream)
	{
		auto pixels = thrust::make_counting_iterator(uint32_t{0});
		if (!values) {
			check(cub::DeviceSelect::Flagged(temporary, temporary_bytes, pixels, flags, points, n, n_pixels, stream));
			return;
		}
		auto from = thrust::make_zip_iterator(thrust::make_tuple(pixels, thrust::make_transform_iterator(luma, widen{})));
		auto to = thrust::make_zip_iterator(thrust::make_tuple(points, values));
		check(cub::DeviceSelect::Flagged(temporary, temporary_bytes, from, flags, to, n, n_pixels, stream));
	}

private:
	const uint8_t *luma;
	void *temporary = nullptr;
	size_t temporary_bytes = 0;
};
