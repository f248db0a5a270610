package decode

// #include "shim.h"
import "C"

import "ffkvadrat/yuv"

// colourTags are FFmpeg's four tags of a frame or stream, and its data about light.
type colourTags struct {
	space     C.enum_AVColorSpace
	span      C.enum_AVColorRange
	primaries C.enum_AVColorPrimaries
	transfer  C.enum_AVColorTransferCharacteristic
	light     C.light
}

// or returns t with its unspecified fields taken from t2.
func (t colourTags) or(t2 colourTags) colourTags {
	if t.space == C.AVCOL_SPC_UNSPECIFIED {
		t.space = t2.space
	}
	if t.span == C.AVCOL_RANGE_UNSPECIFIED {
		t.span = t2.span
	}
	if t.primaries == C.AVCOL_PRI_UNSPECIFIED {
		t.primaries = t2.primaries
	}
	if t.transfer == C.AVCOL_TRC_UNSPECIFIED {
		t.transfer = t2.transfer
	}
	if t.light.max_cll == 0 {
		t.light.max_cll = t2.light.max_cll
	}
	if t.light.mastering_peak == 0 {
		t.light.mastering_peak = t2.light.mastering_peak
	}
	return t
}

// colour translates tags. fullRange is set for pixel formats that are always full range (FFmpeg's yuvj
// formats, RGB).
func (t colourTags) colour(fullRange bool) yuv.Colour {
	c := yuv.Colour{MaxCLL: float64(t.light.max_cll), MasteringPeak: float64(t.light.mastering_peak)}
	switch t.space {
	case C.AVCOL_SPC_BT470BG, C.AVCOL_SPC_SMPTE170M:
		c.Matrix = yuv.BT601
	case C.AVCOL_SPC_BT709:
		c.Matrix = yuv.BT709
	case C.AVCOL_SPC_BT2020_NCL, C.AVCOL_SPC_BT2020_CL:
		c.Matrix = yuv.BT2020
	}
	switch {
	case fullRange || t.span == C.AVCOL_RANGE_JPEG:
		c.Range = yuv.Full
	case t.span == C.AVCOL_RANGE_MPEG:
		c.Range = yuv.Limited
	}
	if t.primaries != C.AVCOL_PRI_UNSPECIFIED {
		c.Primaries = C.GoString(C.av_color_primaries_name(t.primaries))
	}
	if t.transfer != C.AVCOL_TRC_UNSPECIFIED {
		c.Transfer = C.GoString(C.av_color_transfer_name(t.transfer))
	}
	return c
}
