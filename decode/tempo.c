#include <stdio.h>
#include <string.h>

#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libavutil/mem.h>

#include "tempo.h"

struct Tempo {
    AVFilterGraph *graph;
    AVFilterContext *in, *out;
    AVFrame *frame;
    int rate;
    int64_t fed; // pairs
};

static int add(Tempo *t, AVFilterContext **f, const char *name, const char *args)
{
    return avfilter_graph_create_filter(f, avfilter_get_by_name(name), name, args, NULL, t->graph);
}

Tempo *tempo_new(int rate, double speed)
{
    AVFilterContext *tempo;
    char source[128], factor[32];
    Tempo *t = av_mallocz(sizeof(*t));
    if (!t)
        return NULL;
    t->rate = rate;
    t->graph = avfilter_graph_alloc();
    t->frame = av_frame_alloc();
    if (!t->graph || !t->frame)
        goto fail;
    t->graph->nb_threads = 1;
    snprintf(source, sizeof(source), "time_base=1/%d:sample_rate=%d:sample_fmt=flt:channel_layout=stereo", rate, rate);
    snprintf(factor, sizeof(factor), "tempo=%.6f", speed);
    if (add(t, &t->in, "abuffer", source) < 0 || add(t, &tempo, "atempo", factor) < 0 ||
        add(t, &t->out, "abuffersink", NULL) < 0)
        goto fail;
    if (avfilter_link(t->in, 0, tempo, 0) < 0 || avfilter_link(tempo, 0, t->out, 0) < 0 ||
        avfilter_graph_config(t->graph, NULL) < 0)
        goto fail;
    return t;
fail:
    tempo_free(t);
    return NULL;
}

int tempo_feed(Tempo *t, const float *in, int n)
{
    AVFrame *f = t->frame;
    int ret;
    if (n == 0)
        return av_buffersrc_add_frame(t->in, NULL);
    av_frame_unref(f);
    f->format = AV_SAMPLE_FMT_FLT;
    f->sample_rate = t->rate;
    f->nb_samples = n;
    f->pts = t->fed;
    f->ch_layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_STEREO;
    if ((ret = av_frame_get_buffer(f, 0)) < 0)
        return ret;
    memcpy(f->data[0], in, (size_t)n * 2 * sizeof(*in));
    t->fed += n;
    return av_buffersrc_add_frame(t->in, f);
}

int tempo_take(Tempo *t, const float **out)
{
    int ret;
    av_frame_unref(t->frame);
    ret = av_buffersink_get_frame(t->out, t->frame);
    if (ret == AVERROR(EAGAIN))
        return 0;
    if (ret < 0)
        return ret;
    *out = (const float *)t->frame->data[0];
    return t->frame->nb_samples;
}

void tempo_free(Tempo *t)
{
    if (!t)
        return;
    avfilter_graph_free(&t->graph);
    av_frame_free(&t->frame);
    av_free(t);
}
