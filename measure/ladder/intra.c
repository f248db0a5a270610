#include "intra.h"

#include <string.h>

#include <libavutil/dict.h>
#include <libavutil/frame.h>

// sei_bytes returns the bytes of a packet of H.264 that are messages (SEI), which players do not
// need.
static int64_t sei_bytes(const uint8_t *p, int64_t n)
{
	int64_t sum = 0, begin = -1;
	for (int64_t i = 0; i + 3 < n; i++) {
		if (p[i] || p[i + 1] || p[i + 2] != 1)
			continue;
		int64_t start = i > 0 && !p[i - 1] ? i - 1 : i;
		if (begin >= 0)
			sum += start - begin;
		begin = (p[i + 3] & 31) == 6 ? start : -1;
	}
	return begin >= 0 ? sum + n - begin : sum;
}

static int encode(const AVCodec *encoder, const char *options, int qscale, const uint8_t *luma, int width, int height, AVPacket *packet)
{
	AVDictionary *dict = NULL;
	AVFrame *frame = av_frame_alloc();
	AVCodecContext *c = avcodec_alloc_context3(encoder);
	int rc = AVERROR(ENOMEM);
	if (!frame || !c)
		goto end;
	c->width = width;
	c->height = height;
	c->time_base = (AVRational){1, 25};
	c->gop_size = 1;
	c->thread_count = 1;
	c->bit_rate = 0;
	c->pix_fmt = AV_PIX_FMT_YUV420P;
	if (encoder->id == AV_CODEC_ID_MJPEG) {
		c->pix_fmt = AV_PIX_FMT_YUVJ420P;
		c->color_range = AVCOL_RANGE_JPEG;
	}
	if (qscale) {
		c->flags |= AV_CODEC_FLAG_QSCALE;
		c->global_quality = qscale * FF_QP2LAMBDA;
	}
	if ((rc = av_dict_parse_string(&dict, options, "=", ":", 0)) < 0 || (rc = avcodec_open2(c, encoder, &dict)) < 0)
		goto end;
	frame->width = width;
	frame->height = height;
	frame->format = c->pix_fmt;
	frame->color_range = c->color_range;
	frame->pict_type = AV_PICTURE_TYPE_I;
	frame->quality = c->global_quality;
	frame->pts = 0;
	if ((rc = av_frame_get_buffer(frame, 0)) < 0)
		goto end;
	for (int y = 0; y < height; y++)
		memcpy(frame->data[0] + y * frame->linesize[0], luma + (size_t)y * width, width);
	for (int i = 1; i < 3; i++)
		for (int y = 0; y < height / 2; y++)
			memset(frame->data[i] + y * frame->linesize[i], 128, width / 2);
	if ((rc = avcodec_send_frame(c, frame)) < 0 || (rc = avcodec_send_frame(c, NULL)) < 0)
		goto end;
	rc = avcodec_receive_packet(c, packet);
end:
	av_dict_free(&dict);
	av_frame_free(&frame);
	avcodec_free_context(&c);
	return rc;
}

static int decode(enum AVCodecID id, const AVPacket *packet, int width, int height, uint8_t *out)
{
	AVFrame *frame = av_frame_alloc();
	const AVCodec *decoder = avcodec_find_decoder(id);
	AVCodecContext *c = avcodec_alloc_context3(decoder);
	int rc = decoder ? AVERROR(ENOMEM) : AVERROR_DECODER_NOT_FOUND;
	if (!frame || !c || !decoder)
		goto end;
	c->thread_count = 1;
	if ((rc = avcodec_open2(c, decoder, NULL)) < 0 || (rc = avcodec_send_packet(c, packet)) < 0 || (rc = avcodec_send_packet(c, NULL)) < 0)
		goto end;
	if ((rc = avcodec_receive_frame(c, frame)) < 0)
		goto end;
	if (frame->width != width || frame->height != height) {
		rc = AVERROR_INVALIDDATA;
		goto end;
	}
	for (int y = 0; y < height; y++)
		memcpy(out + (size_t)y * width, frame->data[0] + y * frame->linesize[0], width);
end:
	av_frame_free(&frame);
	avcodec_free_context(&c);
	return rc;
}

int intra_code(const AVCodec *encoder, const char *options, int qscale, const uint8_t *luma, int width, int height, uint8_t *out, int64_t *bytes)
{
	AVPacket *packet = av_packet_alloc();
	if (!packet)
		return AVERROR(ENOMEM);
	int rc = encode(encoder, options, qscale, luma, width, height, packet);
	if (rc >= 0) {
		*bytes = packet->size;
		if (encoder->id == AV_CODEC_ID_H264)
			*bytes -= sei_bytes(packet->data, packet->size);
		rc = decode(encoder->id, packet, width, height, out);
	}
	av_packet_free(&packet);
	return rc < 0 ? rc : 0;
}
