//go:build unix && !darwin

#include <dlfcn.h>

#include <libavdevice/avdevice.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/error.h>
#include <libavutil/macros.h>

// The functions of libavfilter and libavdevice that the program calls. These two need about a hundred further libraries,
// which took longer to load than anything else took when the program starts. So the functions here stand in for theirs, and
// load the library when one of them is called. The linker then leaves the libraries out, with the flags of scripts/ffmpeg;
// with other flags nothing changes but the time.

#define AVFILTER "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)
#define AVDEVICE "libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR)

static void *find(const char *library, const char *name)
{
    void *loaded = dlopen(library, RTLD_NOW);
    return loaded ? dlsym(loaded, name) : NULL;
}

// LATE defines a function; without its library it returns missing. Hidden, it does not stand in for the
// library's function where other libraries call that.
#define LATE(library, missing, type, name, params, args)                       \
    __attribute__((visibility("hidden"))) type name params                     \
    {                                                                          \
        static __typeof__(name) *_Atomic found;                                \
        __typeof__(name) *real = found ? found : (found = find(library, #name)); \
        return real ? real args : missing;                                     \
    }

LATE(AVFILTER, NULL, const AVFilter *, avfilter_get_by_name, (const char *name), (name))
LATE(AVFILTER, NULL, AVFilterGraph *, avfilter_graph_alloc, (void), ())
LATE(AVFILTER, (void)0, void, avfilter_graph_free, (AVFilterGraph **graph), (graph))
LATE(AVFILTER, NULL, AVFilterContext *, avfilter_graph_alloc_filter,
     (AVFilterGraph *graph, const AVFilter *filter, const char *name), (graph, filter, name))
LATE(AVFILTER, AVERROR(ENOSYS), int, avfilter_graph_create_filter,
     (AVFilterContext **f, const AVFilter *filter, const char *name, const char *args, void *opaque, AVFilterGraph *graph),
     (f, filter, name, args, opaque, graph))
LATE(AVFILTER, AVERROR(ENOSYS), int, avfilter_init_str, (AVFilterContext *f, const char *args), (f, args))
LATE(AVFILTER, AVERROR(ENOSYS), int, avfilter_link, (AVFilterContext *from, unsigned out, AVFilterContext *to, unsigned in),
     (from, out, to, in))
LATE(AVFILTER, (void)0, void, avfilter_graph_set_auto_convert, (AVFilterGraph *graph, unsigned flags), (graph, flags))
LATE(AVFILTER, AVERROR(ENOSYS), int, avfilter_graph_config, (AVFilterGraph *graph, void *log), (graph, log))
LATE(AVFILTER, AVERROR(ENOSYS), int, av_buffersrc_add_frame, (AVFilterContext *f, AVFrame *frame), (f, frame))
LATE(AVFILTER, AVERROR(ENOSYS), int, av_buffersink_get_frame, (AVFilterContext *f, AVFrame *frame), (f, frame))
LATE(AVDEVICE, (void)0, void, avdevice_register_all, (void), ())
