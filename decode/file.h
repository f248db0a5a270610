#ifndef DECODE_FILE_H
#define DECODE_FILE_H

#include <stdint.h>

// A file is the system's: a descriptor, or on Windows a handle, which fits into an int, too. Functions
// return a negative AVERROR when they fail.

// file_open opens a file for reading. It does not wait for the writer of a pipe.
int file_open(const char *path);
void file_close(int file);

enum { NO_FILE = -1, NO_LENGTH = -2 }; // it is no regular file; the system reports no length
int64_t file_length(int file);

// file_read reads at most size bytes from an offset, or from where the last read ended if it is
// negative. It returns 0 at the end.
int file_read(int file, uint8_t *buf, int size, int64_t offset);

// A wake is a flag that a thread can wait for.
int wake_new(void);
void wake_raise(int wake);
void wake_free(int wake);

// wake_wait waits until the flag is raised, at most so many milliseconds.
void wake_wait(int wake, int milliseconds);

// wake_or_file waits until a file has something to read, or has ended. It returns 1 if the flag is
// raised.
int wake_or_file(int wake, int file);

#endif
