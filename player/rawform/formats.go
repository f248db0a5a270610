package rawform

import "strings"

// Format is a pixel format of the list.
type Format struct {
	Name  string // FFmpeg's
	Words string
}

// formats are the pixel formats of the list, the common ones first.
var formats = [...]Format{
	{"yuv420p", "4:2:0, 8 bits"},
	{"yuv420p10le", "4:2:0, 10 bits"},
	{"nv12", "4:2:0, 8 bits, U and V mixed"},
	{"p010le", "4:2:0, 10 bits, U and V mixed"},
	{"yuv422p", "4:2:2, 8 bits"},
	{"yuv422p10le", "4:2:2, 10 bits"},
	{"yuv444p", "4:4:4, 8 bits"},
	{"yuv444p10le", "4:4:4, 10 bits"},
	{"gray", "luma alone, 8 bits"},
	{"gray10le", "luma alone, 10 bits"},
	{"gray16le", "luma alone, 16 bits"},
	{"rgb24", "RGB, 8 bits"},
	{"bgr24", "BGR, 8 bits"},
	{"rgba", "RGB and alpha, 8 bits"},
	{"bgra", "BGR and alpha, 8 bits"},
	{"gbrp", "planes G, B, R, 8 bits"},
	{"nv21", "4:2:0, 8 bits, V and U mixed"},
	{"yuyv422", "4:2:2, 8 bits, order YUYV"},
	{"uyvy422", "4:2:2, 8 bits, order UYVY"},
	{"yuv420p12le", "4:2:0, 12 bits"},
	{"yuv422p12le", "4:2:2, 12 bits"},
	{"yuv444p12le", "4:4:4, 12 bits"},
	{"yuv420p16le", "4:2:0, 16 bits"},
	{"yuv411p", "4:1:1, 8 bits"},
}

// Formats returns the pixel formats of the list, the common ones first.
func Formats() []Format { return formats[:] }

// Words returns a pixel format in words, or FFmpeg's name if the list does not have it.
func Words(name string) string {
	for i := range formats {
		if formats[i].Name == name {
			return formats[i].Words
		}
	}
	if little, big := strings.CutSuffix(name, "be"); big {
		if words := Words(little + "le"); words != little+"le" {
			return words + ", big-endian"
		}
	}
	return name
}

// Line returns the format in words and FFmpeg's name.
func (f Format) Line() string { return f.Words + "   " + f.Name }
