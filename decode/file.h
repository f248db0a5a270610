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

// A Wake is a flag that a thread can wait for.
typedef struct {
    int waited; // becomes readable when the flag is raised; on Windows, an event
    int raised; // the end of a pipe that raises it
} Wake;

// wake_new returns a negative number when it fails.
int wake_new(Wake *wake);
void wake_raise(Wake wake);
void wake_free(Wake wake);

// wake_wait waits until the flag is raised, at most so many milliseconds.
void wake_wait(Wake wake, int milliseconds);

// wake_or_file waits until a file has something to read, or has ended. It returns 1 if the flag is
// raised.
int wake_or_file(Wake wake, int file);

#endif
