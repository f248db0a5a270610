package decode

import (
	"math"
	"testing"
)

// FuzzPosition reads any text as a place: what is read is a number of a picture
// or a time from 0 on.
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

// memoryFile is a file for cutShort.
type memoryFile []byte

func (m memoryFile) length() int64 { return int64(len(m)) }

func (m memoryFile) at(offset int64, n int) []byte {
	if offset < 0 || offset > int64(len(m)) {
		return nil
	}
	return m[offset:min(int64(len(m)), offset+int64(n))]
}

// FuzzCutShort looks for the end of any bytes in each container.
func FuzzCutShort(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x08free\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x18"))
	f.Add([]byte("\x1a\x45\xdf\xa3\x84\x42\x86\x81\x01\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("RIFF\xff\xff\xff\xffAVI "))
	f.Add([]byte("GIF89a;\x00"))
	f.Add(append(append([]byte{0x47}, make([]byte, 187)...), append([]byte{0x47}, make([]byte, 220)...)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, container := range []string{"mov,mp4", "matroska,webm", "avi", "wav", "mpegts", "gif"} {
			cutShort(container, memoryFile(data))
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
