// match: where a picture looks like a part of itself, by OpenCV, to measure against.
//
//	match LUMA WIDTH HEIGHT X Y SIDE RUNS
//
// LUMA is a file of 8-bit samples, row by row; X, Y and SIDE the part. The place of the best
// match goes to standard output, the median time of the runs, in nanoseconds, to standard error.
//
// OpenCV has no sum of absolute differences: TM_SQDIFF is the sum of their squares, the
// closest of its measures. One thread.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

int main(int argc, char **argv)
{
	if (argc != 8)
		return 2;
	int number[6];
	for (int i = 0; i < 6; i++)
		number[i] = std::atoi(argv[2 + i]);
	cv::setNumThreads(1);
	cv::Mat luma(number[1], number[0], CV_8U);
	FILE *in = std::fopen(argv[1], "rb");
	if (!in || std::fread(luma.data, 1, luma.total(), in) != luma.total())
		return 1;
	cv::Mat part = luma(cv::Rect(number[2], number[3], number[4], number[4])).clone(), sums;
	std::vector<int64_t> times;
	cv::Point best;
	for (int i = 0; i < number[5]; i++) {
		auto start = std::chrono::steady_clock::now();
		cv::matchTemplate(luma, part, sums, cv::TM_SQDIFF);
		cv::minMaxLoc(sums, nullptr, nullptr, &best, nullptr);
		times.push_back(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
	}
	std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
	std::printf("%d %d\n", best.x, best.y);
	std::fprintf(stderr, "%lld\n", (long long)times[times.size() / 2]);
}
