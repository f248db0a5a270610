#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sequence.h"

// AT_ONCE is the number of bytes between two looks whether the input is cancelled.
enum { AT_ONCE = 1 << 24 };

static int fill(Input *in, int fd, AVPacket *pkt)
{
    int got = 0;
    while (got < pkt->size) {
        if (input_cancelled(in))
            return AVERROR_EXIT;
        ssize_t n = read(fd, pkt->data + got, FFMIN(pkt->size - got, AT_ONCE));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return AVERROR(errno);
        if (n == 0)
            break;
        got += n;
    }
    if (got == 0)
        return PICTURE_EMPTY;
    av_shrink_packet(pkt, got);
    return 0;
}

static int read_file(Input *in, int fd, AVPacket *pkt)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return AVERROR(errno);
    if (!S_ISREG(st.st_mode))
        return PICTURE_NO_FILE;
    if (st.st_size == 0)
        return PICTURE_EMPTY;
    if (st.st_size > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE)
        return PICTURE_LARGE;
    int rc = av_new_packet(pkt, (int)st.st_size);
    if (rc < 0)
        return rc;
    if ((rc = fill(in, fd, pkt)) < 0)
        av_packet_unref(pkt);
    return rc;
}

int picture_read(Input *in, const char *path, AVPacket *pkt)
{
    int fd;
    do
        fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return AVERROR(errno);
    int rc = read_file(in, fd, pkt);
    close(fd);
    return rc;
}
