//go:build unix

#include <dlfcn.h>

#include "driver.h"

void *cuda_driver(void) { return dlopen("libcuda.so.1", RTLD_NOW); }

void *cuda_driver_function(void *driver, const char *name) { return dlsym(driver, name); }
