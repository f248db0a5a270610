// What both CUDA peers share: the picture, and the edge decision on four
// pixels of a row.

#pragma once

#include <cstdint>

// An 8-bit picture on the device. Rows begin at multiples of 4 bytes; the width
// is one.
struct picture {
	const uint8_t *luma;
	int width, height, stride;
};

// A sample as the float 2^23 + v: unpacking is one permutation of bytes, and
// differences are exact, as are sums of four of their squares (below 2^18).
__device__ inline float sample(uint32_t word, int i)
{
	return __uint_as_float(__byte_perm(word, 0x4b000000, 0x7440 | i));
}

// Four samples of a row and the squared differences around them: across[i] is
// between samples i - 1 and i, up[i] to the sample above sample i.
struct row {
	float v[4], across[5], up[4];
};

__device__ inline float square(float d) { return d * d; }

// The four samples from column x on, of the nearest row and word there are.
__device__ inline uint32_t word_at(const picture &p, int x, int y)
{
	y = min(max(y, 0), p.height - 1);
	x = min(max(x, 0), p.width - 4);
	return __ldg(reinterpret_cast<const uint32_t *>(p.luma + static_cast<size_t>(y) * p.stride + x));
}

// The row of the word at column x, from the words beside it and the row above.
__device__ inline row make_row(const picture &p, int x, uint32_t left, uint32_t word, uint32_t right, const row &above)
{
	row r;
	for (int i = 0; i < 4; i++) {
		r.v[i] = sample(word, i);
		r.up[i] = square(r.v[i] - above.v[i]);
	}
	r.across[0] = x > 0 ? square(r.v[0] - sample(left, 3)) : 0;
	for (int i = 1; i < 4; i++)
		r.across[i] = square(r.v[i] - r.v[i - 1]);
	r.across[4] = x + 4 < p.width ? square(r.v[3] - sample(right, 0)) : 0;
	return r;
}

// Whether sample i of r is a leaf.
__device__ inline bool is_leaf(const row &r, const row &below, int i, float threshold)
{
	return r.across[i] + r.across[i + 1] + r.up[i] + below.up[i] < threshold;
}
