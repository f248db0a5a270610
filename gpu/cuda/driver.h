#ifndef CUDA_DRIVER_H
#define CUDA_DRIVER_H

// driver_open loads CUDA's driver, or returns NULL.
void *driver_open(void);

// driver_function returns a function of the driver, or NULL.
void *driver_function(void *driver, const char *name);

#endif
