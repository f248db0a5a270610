// quads: the engine's quads by OpenCV, to measure against.
//
//	quads LUMA WIDTH HEIGHT T RUNS > QUADS
//
// LUMA is a file of 8-bit samples, row by row; T the integer threshold. Quads
// go to standard output as the 32-bit numbers of quadpyramid.Quad, the median
// time of the runs, in nanoseconds, to standard error.
//
// Mask and pyramid are OpenCV's own vector operations, on bands of rows that
// stay in the cache; the list is a descent through the pyramid. One thread.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

static constexpr int band_rows = 64;

// A level of the pyramid: 255 where all pixels of a cell are leaves, and where
// some are.
struct level {
	cv::Mat full, some;
};

class tree {
public:
	explicit tree(const cv::Mat &luma, int threshold) : luma(luma), threshold(threshold)
	{
		// Above 16 bits no saturation may hide the sum.
		type = threshold <= 65535 ? CV_16U : CV_32S;
		list.resize(luma.total() + 1);
		int side = 2;
		while (side < std::max(luma.cols, luma.rows))
			side *= 2;
		for (; side > 0; side /= 2) {
			// What lies outside the picture is written never, and stays 0.
			cv::Mat full = cv::Mat::zeros(side, side, CV_8U);
			levels.push_back({full, levels.empty() ? full : cv::Mat::zeros(side, side, CV_8U)});
		}
	}

	void analyze()
	{
		for (int y = 0; y < luma.rows; y += band_rows)
			make_mask(y, std::min(y + band_rows, luma.rows));
		for (size_t k = 1; k < levels.size(); k++)
			reduce(k);
		n_quads = 0;
		descend(levels.size() - 1, 0, 0);
	}

	std::vector<uint32_t> list; // as long as it can be
	size_t n_quads = 0;

private:
	// The mask of the rows from y to end.
	void make_mask(int y, int end)
	{
		cv::Mat rows = luma.rowRange(std::max(y - 1, 0), std::min(end + 1, luma.rows));
		cv::copyMakeBorder(rows, padded, y == 0, end == luma.rows, 1, 1, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
		int n = end - y, w = luma.cols;
		cv::absdiff(padded(cv::Rect(0, 1, w + 1, n)), padded(cv::Rect(1, 1, w + 1, n)), across);
		cv::absdiff(padded(cv::Rect(1, 0, w, n + 1)), padded(cv::Rect(1, 1, w, n + 1)), down);
		across.convertTo(across2, type);
		cv::multiply(across2, across2, across2);
		down.convertTo(down2, type);
		cv::multiply(down2, down2, down2);
		cv::add(across2.colRange(0, w), across2.colRange(1, w + 1), sum);
		cv::add(sum, down2.rowRange(0, n), sum);
		cv::add(sum, down2.rowRange(1, n + 1), sum);
		cv::compare(sum, threshold, levels[0].full(cv::Rect(0, y, w, n)), cv::CMP_LT);
	}

	// Means of four are 255 where all of them are, and 0 where none is.
	void reduce(size_t k)
	{
		int w = ((luma.cols - 1) >> k) + 1, h = ((luma.rows - 1) >> k) + 1;
		cv::Rect from(0, 0, 2 * w, 2 * h), to(0, 0, w, h);
		cv::resize(levels[k - 1].full(from), mean, to.size(), 0, 0, cv::INTER_AREA);
		cv::compare(mean, 255, levels[k].full(to), cv::CMP_EQ);
		if (k > 1)
			cv::resize(levels[k - 1].some(from), mean, to.size(), 0, 0, cv::INTER_AREA);
		cv::compare(mean, 0, levels[k].some(to), cv::CMP_GT);
	}

	void descend(uint32_t k, uint32_t x, uint32_t y)
	{
		if (levels[k].full.ptr(y)[x]) {
			list[n_quads++] = x << k | y << k << 14 | k << 28;
		} else if (levels[k].some.ptr(y)[x]) {
			for (uint32_t i = 0; i < 4 && k > 1; i++)
				descend(k - 1, 2 * x + (i & 1), 2 * y + (i >> 1));
			if (k == 1)
				list_pixels(2 * x, 2 * y);
		}
	}

	// Four pixels, without a branch: an entry that is none is overwritten.
	void list_pixels(uint32_t x, uint32_t y)
	{
		const uint8_t *upper = levels[0].full.ptr(y) + x, *lower = levels[0].full.ptr(y + 1) + x;
		uint32_t corner = x | y << 14;
		list[n_quads] = corner;
		n_quads += upper[0] & 1;
		list[n_quads] = corner + 1;
		n_quads += upper[1] & 1;
		list[n_quads] = corner + (1 << 14);
		n_quads += lower[0] & 1;
		list[n_quads] = corner + (1 << 14) + 1;
		n_quads += lower[1] & 1;
	}

	cv::Mat luma;
	int threshold, type;
	std::vector<level> levels;
	cv::Mat padded, across, down, across2, down2, sum, mean;
};

int main(int argc, char **argv)
{
	if (argc != 6) {
		fprintf(stderr, "usage: quads LUMA WIDTH HEIGHT T RUNS > QUADS\n");
		return 2;
	}
	int width = atoi(argv[2]), height = atoi(argv[3]), threshold = atoi(argv[4]), runs = atoi(argv[5]);
	if (width < 1 || height < 1 || width > 16384 || height > 16384 || runs < 1) {
		fprintf(stderr, "quads: size or runs out of range\n");
		return 2;
	}
	cv::setNumThreads(1);
	cv::Mat luma(height, width, CV_8U);
	FILE *f = fopen(argv[1], "rb");
	if (!f || fread(luma.data, 1, luma.total(), f) != luma.total()) {
		fprintf(stderr, "quads: %s is not a picture of that size\n", argv[1]);
		return 1;
	}
	fclose(f);
	tree t(luma, threshold);
	std::vector<int64_t> times;
	for (int i = 0; i < runs; i++) {
		auto start = std::chrono::steady_clock::now();
		t.analyze();
		times.push_back(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
	}
	std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
	fprintf(stderr, "%lld\n", static_cast<long long>(times[runs / 2]));
	return fwrite(t.list.data(), sizeof(uint32_t), t.n_quads, stdout) == t.n_quads ? 0 : 1;
}
