package render

// #include <stdlib.h>
// #include "clean.h"
import "C"

import (
	"encoding/binary"
	"fmt"
	"image"
	"slices"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// asCoded chooses to encode frames as the first one is coded: in its format, or the encoder's
// nearest one unless the output names one, with its colour tags and pixel aspect.
func (c *choice) asCoded(o Output, first *decode.Frame) error {
	own, err := planarFormat(&first.Picture.Format)
	if err != nil {
		return err
	}
	if t := traitsOf(c.codec.Name()); o.PixelFormat == "" && (t == nil || t.format == "") {
		c.format = nearest(pixelFormats(c.codec), own, &first.Picture.Format)
		c.desc = descriptor(C.enum_AVPixelFormat(c.format))
		c.jfif = false
	}
	if c.sar = first.SAR; c.sar.Num <= 0 || c.sar.Den <= 0 {
		c.sar = decode.Rational{Num: 0, Den: 1}
	}
	tags := first.Tags()
	if first.Picture.Colour.Range == yuv.Full && first.Picture.Format.Model != yuv.RGB {
		tags.Range = C.AVCOL_RANGE_JPEG // for formats that have full range by definition
	}
	switch {
	case c.isRGB():
		tags.Matrix, tags.Range = C.AVCOL_SPC_RGB, C.AVCOL_RANGE_JPEG
	case first.Picture.Format.Model == yuv.RGB:
		tags.Matrix, tags.Range = C.AVCOL_SPC_BT709, C.AVCOL_RANGE_MPEG
	}
	if c.jfif {
		tags.Range = C.AVCOL_RANGE_JPEG
	}
	c.full = tags.Range == C.AVCOL_RANGE_JPEG
	c.tags = &tags
	return c.checkLoss(o)
}

// nearest returns a frame's format if the encoder has it, or the format that loses the least of it.
func nearest(has []astiav.PixelFormat, own C.enum_AVPixelFormat, f *yuv.Format) astiav.PixelFormat {
	if slices.Contains(has, astiav.PixelFormat(own)) {
		return astiav.PixelFormat(own)
	}
	if f.Model == yuv.Gray { // with neutral chroma
		coloured := yuv.Format{Depth: f.Depth, SubX: 1, SubY: 1}
		if with, err := planarFormat(&coloured); err == nil && slices.Contains(has, astiav.PixelFormat(with)) {
			return astiav.PixelFormat(with)
		}
	}
	list := make([]C.enum_AVPixelFormat, 0, len(has)+1)
	for _, h := range has {
		list = append(list, C.enum_AVPixelFormat(h))
	}
	list = append(list, C.AV_PIX_FMT_NONE)
	return astiav.PixelFormat(C.avcodec_find_best_pix_fmt_of_list(&list[0], own, 0, nil))
}

// planarFormat returns FFmpeg's format that has a plane for each channel of frames, without alpha.
func planarFormat(f *yuv.Format) (C.enum_AVPixelFormat, error) {
	var name string
	switch f.Model {
	case yuv.Gray:
		name = "gray"
	case yuv.RGB:
		name = "gbrp"
	default:
		sampling := map[[2]int]string{{0, 0}: "444", {1, 0}: "422", {1, 1}: "420", {0, 1}: "440", {2, 0}: "411", {2, 2}: "410"}
		name = "yuv" + sampling[[2]int{f.SubX, f.SubY}] + "p"
	}
	if f.Depth > 8 {
		name += fmt.Sprintf("%dle", f.Depth)
	}
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	format := C.av_get_pix_fmt(text)
	if format == C.AV_PIX_FMT_NONE {
		return 0, fmt.Errorf("pictures in %s cannot be encoded as they are: FFmpeg has no %s", f.Name, name)
	}
	return format, nil
}

func descriptor(format C.enum_AVPixelFormat) *C.AVPixFmtDescriptor {
	return C.av_pix_fmt_desc_get(format)
}

// copier copies frames as coded into frames for the encoder. It is for one goroutine; it allocates
// only when frames change.
type copier struct {
	encoder       *encoder
	width, height int // of the video's frames
	sar           decode.Rational
	last          yuv.Format
	format        C.enum_AVPixelFormat // of the last frame
	planar        *astiav.Frame        // if the encoder's format is another
	resizer       *C.struct_SwsContext // converts planar to it
	of            resizing             // what resizer does
}

// resizing is what a resizer does.
type resizing struct {
	from       image.Point
	fromFormat C.enum_AVPixelFormat
	colours    C.colours
	to         image.Point
}

func newCopier(e *encoder, width, height int) (*copier, error) {
	c := &copier{encoder: e, width: width, height: height, sar: e.choice.sar, planar: astiav.AllocFrame()}
	if c.planar == nil {
		return nil, errNoMemory
	}
	return c, nil
}

func (c *copier) close() {
	if c != nil {
		C.sws_freeContext(c.resizer)
		c.planar.Free()
	}
}

// run converts a frame, and returns the part of the encoder's frame that it fills.
func (c *copier) run(f *decode.Frame, frame *C.AVFrame) (within image.Rectangle, err error) {
	p, e := &f.Picture, c.encoder
	if err := p.Fetch(); err != nil {
		return within, err
	}
	if p.Format != c.last {
		if c.format, err = planarFormat(&p.Format); err != nil {
			return within, err
		}
		c.last = p.Format
	}
	own, to := c.format, C.enum_AVPixelFormat(e.choice.format)
	within = fitted(image.Pt(p.Width, p.Height), f.SAR, image.Pt(c.width, c.height), c.sar)
	whole := p.Width == c.width && p.Height == c.height
	if rc := C.frame_renew(frame, C.int(e.width), C.int(e.height), to); rc < 0 {
		return within, fmt.Errorf("a frame in %s: %w", e.choice.format.Name(), astiav.Error(rc))
	}
	if whole && (own == to || p.Format.Model == yuv.Gray && isYUVOf(e.choice.desc, p.Format.Depth)) {
		copyPlanes(frame, p, e.choice.desc)
		return within, nil
	}
	planar := framePointer(c.planar)
	size, target := image.Pt(p.Width, p.Height), within.Size()
	if whole {
		size, target = image.Pt(e.width, e.height), image.Pt(e.width, e.height)
	} else if rc := C.frame_blacken(frame, truth(e.choice.full)); rc < 0 {
		return within, fmt.Errorf("a black frame in %s: %w", e.choice.format.Name(), astiav.Error(rc))
	}
	if rc := C.frame_renew(planar, C.int(size.X), C.int(size.Y), own); rc < 0 {
		return within, fmt.Errorf("a frame in %s: %w", p.Format.Name, astiav.Error(rc))
	}
	copyPlanes(planar, p, descriptor(own))
	if err := c.prepare(resizing{size, own, coloursOf(p, f.Tags()), target}, e.choice); err != nil {
		return within, err
	}
	if rc := C.resizer_run(c.resizer, planar, frame, C.int(within.Min.X), C.int(within.Min.Y)); rc < 0 {
		return within, fmt.Errorf("convert to %s: %w", e.choice.format.Name(), astiav.Error(rc))
	}
	return within, nil
}

// prepare makes the resizer, unless the present one fits.
func (c *copier) prepare(of resizing, to *choice) error {
	if c.resizer != nil && c.of == of {
		return nil
	}
	C.sws_freeContext(c.resizer)
	colours := C.colours{C.enum_AVColorSpace(to.tags.Matrix), truth(to.full)}
	if colours.matrix == C.AVCOL_SPC_UNSPECIFIED || colours.matrix == C.AVCOL_SPC_RGB {
		colours.matrix = of.colours.matrix
	}
	c.of = of
	c.resizer = C.converter_new(C.int(of.from.X), C.int(of.from.Y), of.fromFormat, of.colours, C.int(of.to.X), C.int(of.to.Y), C.enum_AVPixelFormat(to.format), colours, 1)
	if c.resizer == nil {
		return fmt.Errorf("pictures of %d×%d cannot be converted to %s of %d×%d", of.from.X, of.from.Y, to.format.Name(), of.to.X, of.to.Y)
	}
	return nil
}

// coloursOf returns how to interpret a frame's samples.
func coloursOf(p *yuv.Picture, tags decode.Tags) C.colours {
	colour := p.Colour.Resolve(p.Width, p.Height)
	c := C.colours{C.enum_AVColorSpace(tags.Matrix), truth(colour.Range == yuv.Full)}
	if p.Format.Model == yuv.RGB {
		return C.colours{C.AVCOL_SPC_BT709, 1}
	}
	if c.matrix == C.AVCOL_SPC_UNSPECIFIED {
		c.matrix = C.AVCOL_SPC_BT709
		if colour.Matrix == yuv.BT601 {
			c.matrix = C.AVCOL_SPC_SMPTE170M
		}
	}
	return c
}

func truth(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// isYUVOf reports whether a format has a plane each for Y, U and V, of a depth.
func isYUVOf(desc *C.AVPixFmtDescriptor, depth int) bool {
	return desc.flags&C.AV_PIX_FMT_FLAG_PLANAR != 0 && desc.flags&(C.AV_PIX_FMT_FLAG_RGB|C.AV_PIX_FMT_FLAG_ALPHA) == 0 &&
		desc.nb_components == 3 && desc.comp[2].plane == 2 && desc.comp[0].depth == C.int(depth) && desc.comp[0].shift == 0
}

// fitted returns the place of a frame in a video of a size. A frame of the same size fills the
// video; another one is centred, as large as possible, at even columns and rows.
func fitted(size image.Point, sar decode.Rational, video image.Point, videoSAR decode.Rational) image.Rectangle {
	all := image.Rectangle{Max: video}
	if size == video {
		return all
	}
	square := func(r decode.Rational) (num, den int64) {
		if r.Num <= 0 || r.Den <= 0 {
			return 1, 1
		}
		return int64(r.Num), int64(r.Den)
	}
	num, den := square(sar)
	videoNum, videoDen := square(videoSAR)
	// In pixels of the video's aspect, the frame's aspect is across / down.
	across, down := float64(size.X)*float64(num*videoDen), float64(size.Y)*float64(den*videoNum)
	w, h := video.X, video.Y
	if high := int(float64(video.X) * down / across); high < h {
		h = max(1, high)
	} else {
		w = max(1, min(w, int(float64(video.Y)*across/down)))
	}
	x, y := (video.X-w)/2&^1, (video.Y-h)/2&^1
	return image.Rect(x, y, x+w, y+h)
}

// copyPlanes copies a frame's planes into a frame in a format with a plane for each channel. It
// repeats the last columns and rows if the latter is larger, and makes chroma neutral if there is
// none.
func copyPlanes(frame *C.AVFrame, p *yuv.Picture, desc *C.AVPixFmtDescriptor) {
	size := p.Format.SampleBytes()
	for i := range int(desc.nb_components) {
		at, width, height := int(desc.comp[i].plane), int(frame.width), int(frame.height)
		if i > 0 && desc.flags&C.AV_PIX_FMT_FLAG_RGB == 0 {
			width, height = -(-width >> desc.log2_chroma_w), -(-height >> desc.log2_chroma_h)
		}
		bytes := (int(desc.comp[0].depth) + 7) / 8
		to := plane(frame, at, width, height, bytes)
		if p.Format.Model == yuv.Gray && i > 0 {
			neutral(&to, bytes, p.Format.Depth)
			continue
		}
		from := &p.Planes[i]
		for y := range height {
			copyRow(to.Row(y, bytes), from.Row(min(y, from.Height-1), size), from, size, p.Format.Shift)
		}
	}
}

// plane returns a plane of a frame.
func plane(frame *C.AVFrame, i, width, height, bytes int) yuv.Plane {
	stride := int(frame.linesize[i])
	return yuv.Plane{
		Data:   unsafe.Slice((*byte)(frame.data[i]), (height-1)*stride+width*bytes),
		Stride: stride, Step: bytes, Width: width, Height: height,
	}
}

// copyRow copies samples of a size, which are shifted, and repeats the last one.
func copyRow(to, row []byte, from *yuv.Plane, size, shift int) {
	n := min(len(to)/size, from.Width)
	switch {
	case from.Step == size && shift == 0:
		copy(to, row)
	case size == 1:
		for x := range n {
			to[x] = row[x*from.Step]
		}
	default:
		for x := range n {
			binary.LittleEndian.PutUint16(to[2*x:], binary.LittleEndian.Uint16(row[x*from.Step:])>>shift)
		}
	}
	for x := n * size; x < len(to); x++ {
		to[x] = to[x-size]
	}
}

// neutral sets all samples of a plane to the middle value.
func neutral(p *yuv.Plane, bytes, depth int) {
	for y := range p.Height {
		row := p.Row(y, bytes)
		for x := range p.Width {
			if bytes == 1 {
				row[x] = 1 << 7
			} else {
				binary.LittleEndian.PutUint16(row[2*x:], 1<<(depth-1))
			}
		}
	}
}

// turn returns the display matrix of an orientation.
func turn(o decode.Orientation) (m [9]C.int32_t) {
	const one = 1 << 16
	cos := [4]C.int32_t{one, 0, -one, 0}[o.Rotate/90%4]
	sin := [4]C.int32_t{0, one, 0, -one}[o.Rotate/90%4]
	m[0], m[1], m[3], m[4], m[8] = cos, sin, -sin, cos, 1<<30
	if o.Mirror {
		m[0], m[1] = -cos, -sin
	}
	return m
}

// turnsMatroska: FFmpeg's muxer writes the orientation from version 7 on.
const turnsMatroska = C.LIBAVFORMAT_VERSION_MAJOR >= 61
