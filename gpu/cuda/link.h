#ifndef CUDA_LINK_H
#define CUDA_LINK_H

#include <stddef.h>

// Functions return 0, a CUDA error, or −1 if CUDA cannot be used. On an error action is set to the
// failed action, for −1 to the reason.

// A Link connects CUDA with an OpenGL context.
typedef struct Link Link;
int link_new(void *context, Link **link, const char **action);
void link_free(Link *link);
void *link_context(const Link *link);

// link_register registers an OpenGL buffer by name; link_unregister unregisters it.
int link_register(Link *link, unsigned buffer, void **resource, const char **action);
void link_unregister(Link *link, void *resource);

// link_copy enqueues a copy of size bytes to the start of such a buffer, and then the event read.
int link_copy(Link *link, void *resource, const void *from, size_t size, void *read, const char **action);

#endif
