// quads: the engine's algorithm in plain C, to measure against.
//
//	quads LUMA WIDTH HEIGHT T RUNS > QUADS
//
// LUMA is a file of 8-bit samples, row by row; T the integer threshold. Quads
// go to standard output as the 32-bit numbers of quadpyramid.Quad, the median
// time of the runs, in nanoseconds, to standard error.
//
// Mask, Morton words and list as in docs/reference/algorithm.md and quadpyramid.CPU, one
// thread, no intrinsics: vector instructions are the compiler's own.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_LEVELS = 6 };

typedef struct {
	int columns, rows;
	uint64_t *full, *some;
} grid;

static int width, height;
static uint8_t *luma, *leaf; // leaf: width rounded up to whole words
static int pitch;
static uint64_t *words; // 64 a tile
static grid grids[MAX_LEVELS];
static int levels;
static uint32_t *list;
static size_t n;
static uint32_t cells[64];   // positions in Morton order, as quads
static uint64_t row_of[256]; // the bits of a row in a word

static inline int square(int a, int b) { return (a - b) * (a - b); }

static void mask_row(uint8_t *restrict out, const uint8_t *restrict above, const uint8_t *restrict row,
                     const uint8_t *restrict below, int threshold) {
	for (int x = 1; x < width - 1; x++)
		out[x] = square(row[x], row[x - 1]) + square(row[x], row[x + 1]) + square(row[x], above[x]) +
		             square(row[x], below[x]) < threshold;
	const int ends[2] = {0, width - 1};
	for (int i = 0; i < 2; i++) {
		int x = ends[i], west = x > 0 ? x - 1 : x, east = x < width - 1 ? x + 1 : x;
		out[x] = square(row[x], row[west]) + square(row[x], row[east]) + square(row[x], above[x]) +
		             square(row[x], below[x]) < threshold;
	}
}

static void make_words(int threshold) {
	grid *tiles = &grids[0];
	memset(words, 0, (size_t)tiles->columns * tiles->rows * 512);
	for (int y = 0; y < height; y++) {
		const uint8_t *row = luma + (size_t)y * width;
		mask_row(leaf, y > 0 ? row - width : row, row, y < height - 1 ? row + width : row, threshold);
		uint64_t *to = words + (size_t)(y / 64) * tiles->columns * 64;
		int block = (y / 8 & 1) << 1 | (y / 8 & 2) << 2 | (y / 8 & 4) << 3;
		int shift = (y & 1) << 1 | (y & 2) << 2 | (y & 4) << 3;
		for (int x = 0; x < pitch; x += 8) {
			uint64_t bytes;
			memcpy(&bytes, leaf + x, 8);
			int column = x / 8 & 7;
			to[x / 64 * 64 + block + ((column & 1) | (column & 2) << 1 | (column & 4) << 2)] |=
			    row_of[bytes * 0x0102040810204080 >> 56] << shift;
		}
	}
}

static inline void merge(uint64_t w, uint64_t *twos, uint64_t *fours, uint64_t *begin) {
	uint64_t t = w & w >> 1;
	t &= t >> 2 & 0x1111111111111111;
	uint64_t f = t & t >> 4;
	f &= f >> 8 & 0x0001000100010001;
	*twos = t;
	*fours = f;
	*begin = (((w & ~(t * 15)) | t) & ~(f * 65535)) | f;
}

static void emit_word(uint64_t w, uint32_t origin) {
	uint64_t twos, fours, begin;
	for (merge(w, &twos, &fours, &begin); begin; begin &= begin - 1) {
		int i = __builtin_ctzll(begin);
		list[n++] = origin + cells[i] + (uint32_t)((twos >> i & 1) + (fours >> i & 1)) * (1u << 28);
	}
}

static void reduce(void) {
	grid *tiles = &grids[0];
	for (int i = 0; i < tiles->columns * tiles->rows; i++) {
		const uint64_t *w = words + (size_t)i * 64;
		uint64_t full = 0, some = 0;
		for (int j = 0; j < 64; j++) {
			full |= (uint64_t)(w[j] == UINT64_MAX) << j;
			some |= (uint64_t)(w[j] != 0) << j;
		}
		tiles->full[i] = full;
		tiles->some[i] = some;
	}
	for (int k = 1; k < levels; k++) {
		grid *above = &grids[k], *below = &grids[k - 1];
		for (int i = 0; i < above->columns * above->rows; i++) {
			uint64_t full = 0, some = 0;
			for (int j = 0; j < 64; j++) {
				int x = i % above->columns * 8 + (cells[j] & 7), y = i / above->columns * 8 + (cells[j] >> 14 & 7);
				if (x >= below->columns || y >= below->rows)
					continue;
				int from = y * below->columns + x;
				full |= (uint64_t)(below->full[from] == UINT64_MAX) << j;
				some |= (uint64_t)(below->some[from] != 0) << j;
			}
			above->full[i] = full;
			above->some[i] = some;
		}
	}
}

static void descend(int level, int column, int row) {
	grid *g = &grids[level];
	int at = row * g->columns + column;
	uint64_t full = g->full[at], twos, fours, begin;
	merge(full, &twos, &fours, &begin);
	for (uint64_t visit = (g->some[at] & ~full) | begin; visit; visit &= visit - 1) {
		int i = __builtin_ctzll(visit), side = 3 * level + 3;
		uint32_t x = column * 8 + (cells[i] & 7), y = row * 8 + (cells[i] >> 14 & 7);
		if (full >> i & 1)
			list[n++] = x << side | y << side << 14 | (uint32_t)(side + (twos >> i & 1) + (fours >> i & 1)) << 28;
		else if (level > 0)
			descend(level - 1, x, y);
		else
			emit_word(words[(size_t)at * 64 + i], x << 3 | y << 17);
	}
}

static void analyze(int threshold) {
	make_words(threshold);
	reduce();
	n = 0;
	if (grids[levels - 1].full[0] == UINT64_MAX)
		list[n++] = (uint32_t)(3 * levels + 3) << 28;
	else
		descend(levels - 1, 0, 0);
}

static void prepare(void) {
	for (int i = 0; i < 64; i++)
		cells[i] = (i & 1) | (i >> 2 & 1) << 1 | (i >> 4 & 1) << 2 | ((i >> 1 & 1) | (i >> 3 & 1) << 1 | (i >> 5 & 1) << 2) << 14;
	for (int i = 0; i < 256; i++)
		for (int x = 0; x < 8; x++)
			row_of[i] |= (uint64_t)(i >> x & 1) << ((x & 1) | (x & 2) << 1 | (x & 4) << 2);
	pitch = (width + 7) / 8 * 8;
	leaf = calloc(pitch, 1);
	int columns = (width + 63) / 64, rows = (height + 63) / 64;
	words = malloc((size_t)columns * rows * 512);
	list = malloc((size_t)width * height * 4);
	do {
		grid *g = &grids[levels++];
		g->columns = columns;
		g->rows = rows;
		g->full = malloc((size_t)columns * rows * 8);
		g->some = malloc((size_t)columns * rows * 8);
		columns = (columns + 7) / 8;
		rows = (rows + 7) / 8;
	} while (levels < 2 || grids[levels - 1].columns * grids[levels - 1].rows > 1);
}

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	if (argc != 6) {
		fprintf(stderr, "usage: quads LUMA WIDTH HEIGHT T RUNS > QUADS\n");
		return 2;
	}
	width = atoi(argv[2]);
	height = atoi(argv[3]);
	int threshold = atoi(argv[4]), runs = atoi(argv[5]);
	if (width < 2 || height < 1 || width > 16384 || height > 16384 || runs < 1) {
		fprintf(stderr, "quads: size or runs out of range\n");
		return 2;
	}
	luma = malloc((size_t)width * height);
	FILE *f = fopen(argv[1], "rb");
	if (!f || fread(luma, 1, (size_t)width * height, f) != (size_t)width * height) {
		fprintf(stderr, "quads: %s is not a picture of that size\n", argv[1]);
		return 1;
	}
	fclose(f);
	prepare();
	int64_t *times = malloc(runs * sizeof *times);
	for (int i = 0; i < runs; i++) {
		int64_t start = now();
		analyze(threshold);
		times[i] = now() - start;
	}
	qsort(times, runs, sizeof *times, ascending);
	fprintf(stderr, "%lld\n", (long long)times[runs / 2]);
	return fwrite(list, 4, n, stdout) == n ? 0 : 1;
}
