#include <windows.h>

#include "driver.h"

// It is in the system's folder only, so a file of that name next to a video is never loaded.
void *driver_open(void) { return LoadLibraryExW(L"nvcuda.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32); }

void *driver_function(void *driver, const char *name) { return (void *)GetProcAddress(driver, name); }
