#include "closed.h"

// On Windows nothing opens a file in place of a standard stream that is closed.
int stream_was_closed(int fd)
{
    (void)fd;
    return 0;
}
