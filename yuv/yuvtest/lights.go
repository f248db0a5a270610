package yuvtest

import "ffkvadrat/yuv"

// Lights are colours whose display needs a conversion through light.
var Lights = []yuv.Colour{
	{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "smpte2084"},
	{Matrix: yuv.BT2020, Range: yuv.Full, Primaries: "bt2020", Transfer: "smpte2084", MaxCLL: 4000, MasteringPeak: 600},
	{Matrix: yuv.BT2020, Range: yuv.Full, Primaries: "bt2020", Transfer: "smpte2084", MaxCLL: 100},
	{Matrix: yuv.BT709, Range: yuv.Limited, Primaries: "bt709", Transfer: "smpte2084"},
	{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "arib-std-b67"},
	{Matrix: yuv.BT2020, Range: yuv.Full, Primaries: "smpte432", Transfer: "arib-std-b67"},
	{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "bt2020-10"},
	{Matrix: yuv.BT709, Range: yuv.Full, Primaries: "smpte432", Transfer: "iec61966-2-1"},
}
