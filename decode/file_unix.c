//go:build unix

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libavutil/error.h>

#include "file.h"

int file_open(const char *path)
{
    int fd;
    do
        fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? AVERROR(errno) : fd;
}

void file_close(int fd) { close(fd); }

int64_t file_length(int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return NO_LENGTH;
    return S_ISREG(st.st_mode) ? st.st_size : NO_FILE;
}

int file_read(int fd, uint8_t *buf, int size, int64_t offset)
{
    ssize_t n;
    do
        n = offset < 0 ? read(fd, buf, size) : pread(fd, buf, size, offset);
    while (n < 0 && errno == EINTR);
    return n < 0 ? AVERROR(errno) : (int)n;
}

// A pipe, which every Unix has. What is written to it is never read, so the flag stays raised.
int wake_new(Wake *wake)
{
    int ends[2];
    if (pipe(ends) < 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    *wake = (Wake){ .waited = ends[0], .raised = ends[1] };
    return 0;
}

void wake_raise(Wake wake)
{
    while (write(wake.raised, "", 1) < 0 && errno == EINTR)
        ;
}

void wake_free(Wake wake)
{
    close(wake.waited);
    close(wake.raised);
}

void wake_wait(Wake wake, int milliseconds)
{
    struct pollfd fd = { .fd = wake.waited, .events = POLLIN };
    poll(&fd, 1, milliseconds);
}

int wake_or_file(Wake wake, int file)
{
    struct pollfd fds[2] = {
        { .fd = file, .events = POLLIN },
        { .fd = wake.waited, .events = POLLIN },
    };
    while (poll(fds, 2, -1) < 0)
        if (errno != EINTR)
            return AVERROR(errno);
    return fds[1].revents != 0;
}
