#include <libavutil/channel_layout.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/samplefmt.h>
#include <libswresample/swresample.h>

#include "resample.h"

enum { MAX_CHANNELS = 64 };

struct Resampler {
    SwrContext *swr;
    AVChannelLayout layout; // of the input frames
    int rate, format;
};

Resampler *resampler_new(const AVFrame *f, int rate)
{
    AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO, in = { 0 };
    Resampler *r = av_mallocz(sizeof(*r));
    if (!r)
        return NULL;
    r->rate = f->sample_rate;
    r->format = f->format;
    if (f->ch_layout.nb_channels > MAX_CHANNELS || av_channel_layout_copy(&r->layout, &f->ch_layout) < 0)
        goto fail;
    if (f->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
        av_channel_layout_default(&in, f->ch_layout.nb_channels);
    else if (av_channel_layout_copy(&in, &f->ch_layout) < 0)
        goto fail;
    int ret = swr_alloc_set_opts2(&r->swr, &stereo, AV_SAMPLE_FMT_FLT, rate, &in, f->format, f->sample_rate, 0, NULL);
    av_channel_layout_uninit(&in);
    // Downmixing many channels to two must not exceed full scale.
    if (ret < 0 || av_opt_set_double(r->swr, "rematrix_maxval", 1, 0) < 0 || swr_init(r->swr) < 0)
        goto fail;
    return r;
fail:
    resampler_free(r);
    return NULL;
}

int resampler_fits(const Resampler *r, const AVFrame *f)
{
    return r->rate == f->sample_rate && r->format == f->format &&
           !av_channel_layout_compare(&r->layout, &f->ch_layout);
}

int resampler_silence(Resampler *r, int n)
{
    return swr_inject_silence(r->swr, n);
}

int resampler_room(Resampler *r, int n)
{
    return swr_get_out_samples(r->swr, n);
}

int resampler_feed(Resampler *r, const AVFrame *f, int skip, float *out, int room)
{
    uint8_t *dst = (uint8_t *)out;
    const uint8_t *src[MAX_CHANNELS];
    if (!f)
        return swr_convert(r->swr, &dst, room, NULL, 0);
    int bytes = av_get_bytes_per_sample(f->format);
    if (av_sample_fmt_is_planar(f->format)) {
        for (int i = 0; i < f->ch_layout.nb_channels; i++)
            src[i] = f->extended_data[i] + (size_t)skip * bytes;
    } else {
        src[0] = f->extended_data[0] + (size_t)skip * bytes * f->ch_layout.nb_channels;
    }
    return swr_convert(r->swr, &dst, room, src, f->nb_samples - skip);
}

void resampler_free(Resampler *r)
{
    if (!r)
        return;
    swr_free(&r->swr);
    av_channel_layout_uninit(&r->layout);
    av_free(r);
}
