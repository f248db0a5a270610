#include <errno.h>
#include <limits.h>

#include "file.h"
#include "sequence.h"

// AT_ONCE is the number of bytes between two looks whether the input is cancelled.
enum { AT_ONCE = 1 << 24 };

static int fill(Input *in, int fd, AVPacket *pkt)
{
    int got = 0;
    while (got < pkt->size) {
        if (input_cancelled(in))
            return AVERROR_EXIT;
        int n = file_read(fd, pkt->data + got, FFMIN(pkt->size - got, AT_ONCE), -1);
        if (n < 0)
            return n;
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
    int64_t length = file_length(fd);
    if (length == NO_LENGTH)
        return AVERROR(EIO);
    if (length == NO_FILE)
        return PICTURE_NO_FILE;
    if (length == 0)
        return PICTURE_EMPTY;
    if (length > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE)
        return PICTURE_LARGE;
    int rc = av_new_packet(pkt, (int)length);
    if (rc < 0)
        return rc;
    if ((rc = fill(in, fd, pkt)) < 0)
        av_packet_unref(pkt);
    return rc;
}

int picture_read(Input *in, const char *path, AVPacket *pkt)
{
    int fd = file_open(path);
    if (fd < 0)
        return fd;
    int rc = read_file(in, fd, pkt);
    file_close(fd);
    return rc;
}
