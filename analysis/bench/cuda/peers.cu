// peers: leaf pixels and quads by CUB's DeviceSelect, to measure against.
//
//	peers LUMA WIDTH HEIGHT T RUNS PEER...
//	peers versions
//
// LUMA is a file of 8-bit samples, row by row, the width a multiple of 128; T the
// integer threshold. A peer is plain, plain-values, points, points-values or quads. With
// 0 runs its list goes to a file of its name: the pixels' numbers (y · width + x), followed
// by their samples in 32 bits if there are values, or quads as the 32-bit numbers of
// quadpyramid.Quad. Else nothing is written but lines of a name and nanoseconds to standard
// output, medians of the runs, from luma to list on the device.

#include <chrono>
#include <string>

#include "plain.cuh"
#include "points.cuh"
#include "quads.cuh"
#include "timing.cuh"

__global__ void nothing() {}

static void append(FILE *f, const uint32_t *from, int n)
{
	std::vector<uint32_t> list(n);
	check(cudaMemcpy(list.data(), from, sizeof(uint32_t) * n, cudaMemcpyDeviceToHost));
	if (fwrite(list.data(), sizeof(uint32_t), n, f) != list.size()) {
		perror("peers");
		exit(1);
	}
}

template <class P> static void write_result(P &peer, cudaStream_t stream, const std::string &name)
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
	FILE *f = fopen(name.c_str(), "wb");
	if (!f) {
		perror(name.c_str());
		exit(1);
	}
	append(f, peer.result(), n);
	if (peer.values())
		append(f, peer.values(), n);
	if (fclose(f) != 0) {
		perror(name.c_str());
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

// Keeps the device busy for a second, until its clocks are those of work.
template <class P> static void warm_up(P &peer, cudaStream_t stream)
{
	auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
	while (std::chrono::steady_clock::now() < end) {
		for (int i = 0; i < 100; i++) {
			peer.edge(stream);
			peer.select(stream);
		}
		check(cudaStreamSynchronize(stream));
	}
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
	if (argc < 6) {
		fprintf(stderr, "usage: peers LUMA WIDTH HEIGHT T RUNS PEER...\n");
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
	for (int i = 6; i < argc; i++) {
		std::string name = argv[i];
		auto measure = [&](auto peer) {
			if (runs == 0)
				write_result(peer, stream, name);
			else {
				if (i == 6)
					warm_up(peer, stream);
				print_times(peer, stream, runs, name);
			}
		};
		bool with_values = name.find("-values") != std::string::npos;
		if (name.rfind("plain", 0) == 0)
			measure(plain::peer(p, threshold, with_values));
		else if (name.rfind("points", 0) == 0)
			measure(points::peer(p, threshold, with_values));
		else
			measure(quads::peer(p, threshold));
	}
	if (runs > 0)
		print_floors(stream, runs);
	return 0;
}
