#include <stdio.h>

#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/imgutils.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>

#include "graph.h"

struct Graph {
    AVFilterGraph *graph;
    AVFilterContext *in[2], *out;
    AVFrame *frame;
    int64_t fed; // number of pairs
};

Graph *graph_new(const char *filter, const char *log_option, const char *log, const char *options, int width, int height,
                 enum AVPixelFormat format, int *rc)
{
    AVFilterContext *f;
    char source[128];
    Graph *g = av_mallocz(sizeof(*g));
    *rc = AVERROR(ENOMEM);
    if (!g)
        return NULL;
    g->graph = avfilter_graph_alloc();
    g->frame = av_frame_alloc();
    if (!g->graph || !g->frame)
        goto fail;
    avfilter_graph_set_auto_convert(g->graph, AVFILTER_AUTO_CONVERT_NONE);
    if (!(f = avfilter_graph_alloc_filter(g->graph, avfilter_get_by_name(filter), "compares")))
        goto fail;
    // This way a path needs no escaping.
    if ((*rc = av_opt_set(f->priv, log_option, log, 0)) < 0 || (*rc = avfilter_init_str(f, options)) < 0)
        goto fail;
    snprintf(source, sizeof(source), "video_size=%dx%d:pix_fmt=%d:time_base=1/25:pixel_aspect=1/1", width, height, format);
    for (int i = 0; i < 2; i++)
        if ((*rc = avfilter_graph_create_filter(&g->in[i], avfilter_get_by_name("buffer"), i ? "reference" : "main", source, NULL, g->graph)) < 0 ||
            (*rc = avfilter_link(g->in[i], 0, f, i)) < 0)
            goto fail;
    if ((*rc = avfilter_graph_create_filter(&g->out, avfilter_get_by_name("buffersink"), "out", NULL, NULL, g->graph)) < 0 ||
        (*rc = avfilter_link(f, 0, g->out, 0)) < 0 || (*rc = avfilter_graph_config(g->graph, NULL)) < 0)
        goto fail;
    return g;
fail:
    graph_free(g);
    return NULL;
}

// pull discards the filter's output.
static int pull(Graph *g)
{
    int rc;
    while ((rc = av_buffersink_get_frame(g->out, g->frame)) >= 0)
        av_frame_unref(g->frame);
    return rc == AVERROR(EAGAIN) || rc == AVERROR_EOF ? 0 : rc;
}

int graph_feed(Graph *g, AVFrame *main, AVFrame *reference)
{
    int rc;
    main->pts = reference->pts = g->fed++;
    if ((rc = av_buffersrc_add_frame(g->in[0], main)) < 0 || (rc = av_buffersrc_add_frame(g->in[1], reference)) < 0)
        return rc;
    return pull(g);
}

int graph_end(Graph *g)
{
    int rc;
    if ((rc = av_buffersrc_add_frame(g->in[0], NULL)) < 0 || (rc = av_buffersrc_add_frame(g->in[1], NULL)) < 0)
        return rc;
    return pull(g);
}

void graph_free(Graph *g)
{
    if (!g)
        return;
    avfilter_graph_free(&g->graph);
    av_frame_free(&g->frame);
    av_free(g);
}

int frame_copy(AVFrame *f, int width, int height, enum AVPixelFormat format, const uint8_t *a, const uint8_t *b,
               const uint8_t *c, int sa, int sb, int sc)
{
    const uint8_t *from[4] = { a, b, c };
    int strides[4] = { sa, sb, sc };
    int rc;
    f->width = width;
    f->height = height;
    f->format = format;
    if ((rc = av_frame_get_buffer(f, 0)) < 0)
        return rc;
    av_image_copy(f->data, f->linesize, from, strides, format, width, height);
    return 0;
}
