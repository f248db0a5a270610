#ifndef CUDA_LINK_H
#define CUDA_LINK_H

#include <stddef.h>

// Functions return 0, an error of CUDA's, or −1 if CUDA cannot be used; action is set to what
// failed then, or with −1 to what is wrong.

// A Link is CUDA's side of an OpenGL context.
typedef struct Link Link;
int link_new(void *context, Link **link, const char **action);
void link_free(Link *link);
void *link_context(const Link *link);

// link_register takes a buffer by OpenGL's name, and link_unregister gives it back.
int link_register(Link *link, unsigned buffer, void **resource, const char **action);
void link_unregister(Link *link, void *resource);

// link_copy enqueues a copy of size bytes to the start of such a buffer, and the event read
// behind it.
int link_copy(Link *link, void *resource, const void *from, size_t size, void *read, const char **action);

#endif
