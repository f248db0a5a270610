// peers: leaf pixels and quads by CUB's DeviceSelect, to measure against.
//
//	peers LUMA WIDTH HEIGHT T RUNS PLAIN POINTS QUADS
//	peers versions
//
// LUMA is a file of 8-bit samples, row by row, the width a multiple of 128; T the
// integer threshold. With 0 runs the pixels' numbers (y · width + x), twice, and
// the quads, as the 32-bit numbers of quadpyramid.Quad, go to the files PLAIN,
// POINTS and QUADS. Else nothing is written but lines of a name and nanoseconds to standard
// output, medians of the runs, from luma to list on the device.

#include <string>

#include "plain.cuh"
#include "points.cuh"
#include "quads.cuh"
#include "timing.cuh"

__global__ void nothing() {}

template <class P> static void write_result(P &peer, cudaStream_t stream, const char *name)
{
	check(cudaMemset(const_cast<uint32_t *>(peer.result()), 0xff, sizeof(uint32_t) * peer.capacity()));
	check(cudaMemset(const_cast<int *>(peer.count()), 0xff, sizeof(int)));
	peer.edge(stream);
	peer.select(stream);
	check(cudaStreamSynchronize(stream));
	int n;
	check(cudaMemcpy(&n, peer.count(), sizeof n, cudaMemcpyDeviceToHost));
	if (n < 0 || static_cast<size_t>(n) > peer.capacity()) {
		fprintf(stderr, "peers: %d entries\n", n);
		exit(1);
	}
	std::vector<uint32_t> list(n);
	check(cudaMemcpy(list.data(), peer.result(), sizeof(uint32_t) * n, cudaMemcpyDeviceToHost));
	FILE *f = fopen(name, "wb");
	if (!f || fwrite(list.data(), sizeof(uint32_t), n, f) != list.size() || fclose(f) != 0) {
		perror(name);
		exit(1);
	}
}

// Prints a sequence's times in its two forms, run in two ways.
template <class F> static void print_sequence(cudaStream_t stream, int runs, const char *name, F run)
{
	graph g(stream, run);
	printf("%s-stream-single %.0f\n", name, median_ns(stream, runs, single, run));
	printf("%s-graph-single %.0f\n", name, median_ns(stream, runs, single, [&] { g(); }));
	printf("%s-stream-queued %.0f\n", name, median_ns(stream, runs, queued, run));
	printf("%s-graph-queued %.0f\n", name, median_ns(stream, runs, queued, [&] { g(); }));
}

template <class P> static void print_times(P &peer, cudaStream_t stream, int runs, const std::string &name)
{
	auto edge = [&] { peer.edge(stream); };
	auto select = [&] { peer.select(stream); };
	print_sequence(stream, runs, name.c_str(), [&] { edge(), select(); });
	print_sequence(stream, runs, (name + "-edge").c_str(), edge);
	print_sequence(stream, runs, (name + "-select").c_str(), select);
}

static void print_floors(cudaStream_t stream, int runs)
{
	print_sequence(stream, runs, "empty", [&] {
		nothing<<<1, 32, 0, stream>>>();
		nothing<<<1, 32, 0, stream>>>();
	});
	constexpr size_t gibibyte = 1 << 30;
	void *from, *to;
	check(cudaMalloc(&from, gibibyte));
	check(cudaMalloc(&to, gibibyte));
	check(cudaMemset(from, 0xa5, gibibyte));
	auto copy = [&] { check(cudaMemcpyAsync(to, from, gibibyte, cudaMemcpyDeviceToDevice, stream)); };
	printf("copy-gibibyte %.0f\n", median_ns(stream, 30, single, copy));
	check(cudaFree(from));
	check(cudaFree(to));
}

static picture upload(const char *name, int width, int height)
{
	std::vector<uint8_t> luma(static_cast<size_t>(width) * height);
	FILE *f = fopen(name, "rb");
	if (!f || fread(luma.data(), 1, luma.size(), f) != luma.size()) {
		fprintf(stderr, "peers: %s is not a picture of that size\n", name);
		exit(1);
	}
	fclose(f);
	uint8_t *device;
	int stride = (width + 63) / 64 * 64;
	check(cudaMalloc(&device, static_cast<size_t>(stride) * height));
	check(cudaMemcpy2D(device, stride, luma.data(), width, width, height, cudaMemcpyHostToDevice));
	return {device, width, height, stride};
}

int main(int argc, char **argv)
{
	if (argc == 2 && std::string(argv[1]) == "versions") {
		printf("cub: %d.%d.%d\n", CUB_VERSION / 100000, CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
		printf("cuda: %d.%d\n", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
		return 0;
	}
	if (argc != 9) {
		fprintf(stderr, "usage: peers LUMA WIDTH HEIGHT T RUNS PLAIN POINTS QUADS\n");
		return 2;
	}
	int width = atoi(argv[2]), height = atoi(argv[3]), threshold = atoi(argv[4]), runs = atoi(argv[5]);
	if (width < 128 || width % 128 != 0 || height < 1 || width > 16384 || height > 16384 || runs < 0) {
		fprintf(stderr, "peers: size or runs out of range\n");
		return 2;
	}
	picture p = upload(argv[1], width, height);
	cudaStream_t stream;
	check(cudaStreamCreate(&stream));
	plain::peer plain(p, threshold);
	points::peer points(p, threshold);
	quads::peer quads(p, threshold);
	if (runs == 0) {
		write_result(plain, stream, argv[6]);
		write_result(points, stream, argv[7]);
		write_result(quads, stream, argv[8]);
		return 0;
	}
	print_times(plain, stream, runs, "plain");
	print_times(points, stream, runs, "points");
	print_times(quads, stream, runs, "quads");
	print_floors(stream, runs);
	return 0;
}
