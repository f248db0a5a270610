#include "container.h"

const AVInputFormat *container_of(uint8_t *head, int size)
{
    AVProbeData data = { .filename = "", .buf = head, .buf_size = size };
    int score;
    const AVInputFormat *format = av_probe_input_format3(&data, 1, &score);
    return score > AVPROBE_SCORE_RETRY ? format : NULL;
}
