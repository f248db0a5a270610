#ifndef COMPARE_GRAPH_H
#define COMPARE_GRAPH_H

#include <stdint.h>

#include <libavfilter/avfilter.h>
#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>

// Graph is a filter of FFmpeg that compares the pictures of two videos and writes a log.
typedef struct Graph Graph;

// graph_new returns a graph for pictures of a size and a format. log is the value of the filter's
// option log_option; options are further ones in the syntax of FFmpeg's command line. On failure it
// returns NULL with an error in rc; pictures are never converted for the filter.
Graph *graph_new(const char *filter, const char *log_option, const char *log, const char *options, int width, int height,
                 enum AVPixelFormat format, int *rc);

// graph_feed sends the next two pictures to the filter. They become empty. It returns 0 or an
// error.
int graph_feed(Graph *g, AVFrame *main, AVFrame *reference);

// graph_end ends both videos. After graph_free the log is complete. It returns 0 or an error.
int graph_end(Graph *g);

void graph_free(Graph *g);

// frame_copy copies a picture of one plane or three into an empty frame. Strides are in bytes. It
// returns 0 or an error.
int frame_copy(AVFrame *f, int width, int height, enum AVPixelFormat format, const uint8_t *a, const uint8_t *b,
               const uint8_t *c, int sa, int sb, int sc);

#endif
