#include <windows.h>

#include "driver.h"

// It is in the system's folder only, so a file of that name next to a video is never loaded.
void *cuda_driver(void) { return LoadLibraryExW(L"nvcuda.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32); }

void *cuda_driver_function(void *driver, const char *name) { return (void *)GetProcAddress(driver, name); }
