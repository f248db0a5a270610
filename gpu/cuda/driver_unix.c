//go:build unix

#include <dlfcn.h>

#include "driver.h"

void *driver_open(void) { return dlopen("libcuda.so.1", RTLD_NOW); }

void *driver_function(void *driver, const char *name) { return dlsym(driver, name); }
