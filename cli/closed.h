#ifndef CLI_CLOSED_H
#define CLI_CLOSED_H

// stream_was_closed reports whether standard input (0) or output (1) was closed when the process began.
int stream_was_closed(int fd);

#endif
