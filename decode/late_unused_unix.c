//go:build unix && !darwin

#include <stdlib.h>

// The functions of libavfilter that go-astiav calls and the program does not. They keep the linker from
// needing the library, see late_unix.c. Without the library's headers a name suffices.

#define UNUSED(name) \
    __attribute__((visibility("hidden"))) void name(void) { abort(); }

UNUSED(av_buffersink_get_ch_layout)
UNUSED(av_buffersink_get_color_range)
UNUSED(av_buffersink_get_colorspace)
UNUSED(av_buffersink_get_format)
UNUSED(av_buffersink_get_frame_flags)
UNUSED(av_buffersink_get_frame_rate)
UNUSED(av_buffersink_get_h)
UNUSED(av_buffersink_get_sample_aspect_ratio)
UNUSED(av_buffersink_get_sample_rate)
UNUSED(av_buffersink_get_time_base)
UNUSED(av_buffersink_get_type)
UNUSED(av_buffersink_get_w)
UNUSED(av_buffersrc_add_frame_flags)
UNUSED(av_buffersrc_parameters_alloc)
UNUSED(av_buffersrc_parameters_set)
UNUSED(avfilter_filter_pad_count)
UNUSED(avfilter_free)
UNUSED(avfilter_graph_dump)
UNUSED(avfilter_graph_parse_ptr)
UNUSED(avfilter_graph_segment_free)
UNUSED(avfilter_graph_segment_parse)
UNUSED(avfilter_graph_send_command)
UNUSED(avfilter_init_dict)
UNUSED(avfilter_inout_alloc)
UNUSED(avfilter_inout_free)
UNUSED(avfilter_pad_get_type)
