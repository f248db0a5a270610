package decode

import (
	"math"
	"slices"
	"testing"
)

// FuzzPosition parses any text as a position: the result is a frame number or a time, not negative.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{"#0", "#12", "1", "1.5", "2:03", "1:02:03.25", "", "#", "-1", "1e3", "nan", "0x1p4", "1:2:3:4", "9e999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		switch {
		case err != nil:
			if p != (Position{}) {
				t.Errorf("%q: %+v beside an error", text, p)
			}
		case p.Index >= 0 && p.Seconds == 0:
		case p.Index == -1 && p.Seconds >= 0 && !math.IsInf(p.Seconds, 0):
		default:
			t.Errorf("%q: %+v", text, p)
		}
	})
}

// FuzzStructures walks any bytes as each container: the walk ends, and a file without known structure
// is whole.
func FuzzStructures(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x08free\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x18"))
	f.Add([]byte("\x1a\x45\xdf\xa3\x84\x42\x86\x81\x01\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("RIFF\xff\xff\xff\xffAVI "))
	f.Add([]byte("GIF89a;\x00"))
	f.Add(aGIF())
	f.Add(slices.Concat(tsPackets(188, 0, 2), make([]byte, 188), tsPackets(188, 0, 1)))
	f.Add(append(append([]byte{0x47}, make([]byte, 187)...), append([]byte{0x47}, make([]byte, 220)...)...))
	f.Add([]byte("\x00\x00\x01\xba\x44\x00\x04\x00\x04\x01\x01\x89\xc3\xf8\x00\x00\x01\xe0\x00\x03abc\x00\x00\x01\xb9"))
	f.Add(append(append([]byte{}, asfHeader...), "\x18\x00\x00\x00\x00\x00\x00\x00"...))
	f.Add([]byte("OggS\x00\x06\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x03abc"))
	f.Add([]byte("\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02\x04\x00\x83\x00\x00\x02ab"))
	f.Add([]byte(".RMF\x00\x00\x00\x08DATA\x00\x00\x00\x1e\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("\x12\x00\x0a\x03abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for container := range structures {
			checkStructure(container, memoryFile(data))
		}
		if checkStructure("h264", memoryFile(data)) != nil {
			t.Error("a stream without structure is not whole")
		}
	})
}

// FuzzOrientation reads any bytes as a display matrix.
func FuzzOrientation(f *testing.F) {
	f.Add(matrix(1<<16, 0, 0, 1<<16))
	f.Add(matrix(0, 1<<16, -1<<16, 0))
	f.Add(matrix(-1<<31, 1<<31-1, -1<<31, -1<<31))
	f.Fuzz(func(t *testing.T, data []byte) {
		if o := orientation(data); o.Rotate%90 != 0 || o.Rotate < 0 || o.Rotate >= 360 {
			t.Errorf("%x: %+v", data, o)
		}
	})
}
