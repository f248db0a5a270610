// Every call's error ends the program.

#pragma once

#include <cstdio>
#include <cstdlib>

#define check(call) check_at((call), __FILE__, __LINE__)

inline void check_at(cudaError_t err, const char *file, int line)
{
	if (err == cudaSuccess)
		return;
	fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(err));
	exit(1);
}
