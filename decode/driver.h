#ifndef DECODE_DRIVER_H
#define DECODE_DRIVER_H

// cuda_driver loads CUDA's driver, or returns NULL.
void *cuda_driver(void);

// cuda_driver_function returns a function of the driver, or NULL.
void *cuda_driver_function(void *driver, const char *name);

#endif
