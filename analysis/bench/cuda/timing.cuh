// GPU time of what is put into a stream, by events.

#pragma once

#include <algorithm>
#include <vector>

#include "check.cuh"

// How many runs stand between two events.
enum queue { single = 1, queued = 10 };

// The median time of a run in nanoseconds: one at a time on an idle device, or
// one behind the other.
template <class F> double median_ns(cudaStream_t stream, int runs, queue q, F run)
{
	cudaEvent_t begin, end;
	check(cudaEventCreate(&begin));
	check(cudaEventCreate(&end));
	int warm_up = runs / 10 + 3;
	std::vector<float> ms;
	for (int i = -warm_up; i < runs / q; i++) {
		check(cudaEventRecord(begin, stream));
		for (int j = 0; j < q; j++)
			run();
		check(cudaEventRecord(end, stream));
		check(cudaStreamSynchronize(stream));
		float elapsed;
		check(cudaEventElapsedTime(&elapsed, begin, end));
		if (i >= 0)
			ms.push_back(elapsed / q);
	}
	check(cudaEventDestroy(begin));
	check(cudaEventDestroy(end));
	std::nth_element(ms.begin(), ms.begin() + ms.size() / 2, ms.end());
	return 1e6 * ms[ms.size() / 2];
}

// A graph of all that a run launches.
class graph {
public:
	template <class F> graph(cudaStream_t stream, F run) : stream(stream)
	{
		check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
		run();
		cudaGraph_t captured;
		check(cudaStreamEndCapture(stream, &captured));
		check(cudaGraphInstantiate(&executable, captured, 0));
		check(cudaGraphDestroy(captured));
	}
	~graph() { check(cudaGraphExecDestroy(executable)); }
	graph(const graph &) = delete;
	graph &operator=(const graph &) = delete;

	void operator()() const { check(cudaGraphLaunch(executable, stream)); }

private:
	cudaStream_t stream;
	cudaGraphExec_t executable;
};
