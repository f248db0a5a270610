//go:build unix

#include <fcntl.h>
#include <sys/socket.h>

#include "closed.h"

static int closed[2];

int stream_was_closed(int fd)
{
    return closed[fd];
}

// Go's runtime opens /dev/null in place of a standard stream that is closed, after which nobody can tell, and what is
// written there is lost without an error. This runs earlier. The socket keeps the descriptor from other files; nothing can
// be read from it, written to it, or opened through /dev/stdin and /dev/stdout. Standard error is left to the runtime.
__attribute__((constructor)) static void take_closed_streams(void)
{
    for (int fd = 0; fd < 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) {
            closed[fd] = 1;
            socket(AF_UNIX, SOCK_STREAM, 0); // takes the lowest free descriptor, this one
            fcntl(fd, F_SETFD, FD_CLOEXEC);
        }
}
