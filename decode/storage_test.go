package decode

import (
	"encoding/binary"
	"slices"
	"testing"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// Flags of FFmpeg's descriptions, whose values do not change.
const (
	bigEndian = 1 << 0
	isRGB     = 1 << 5
	withAlpha = 1 << 7
	isFloat   = 1 << 9
)

// samplesOf returns a plane's samples row by row.
func samplesOf(p *yuv.Plane, f yuv.Format) (v []int) {
	for y := range p.Height {
		for x := range p.Width {
			v = append(v, sample(p, f, x, y))
		}
	}
	return v
}

// TestMosaicsAreGray: the samples of a sensor, by the bytes of the file.
func TestMosaicsAreGray(t *testing.T) {
	const w, h = 7, 5
	for _, c := range []struct {
		name  string
		depth int
		order binary.ByteOrder
	}{
		{"bayer_bggr8", 8, nil}, {"bayer_rggb8", 8, nil}, {"bayer_gbrg8", 8, nil}, {"bayer_grbg8", 8, nil},
		{"bayer_bggr16le", 16, binary.LittleEndian}, {"bayer_rggb16be", 16, binary.BigEndian}, {"bayer_gbrg16be", 16, binary.BigEndian}, {"bayer_grbg16le", 16, binary.LittleEndian},
	} {
		raw := make([]byte, w*h*c.depth/8)
		for i := range raw {
			raw[i] = byte(37 * i)
		}
		path := clips.Make(t, c.name+".nut", "-f", "rawvideo", "-pixel_format", c.name, "-video_size", "7x5", "-i", writeFile(t, "raw", raw), "-c", "copy")
		f := next(t, open(t, path))
		p := &f.Picture
		if want := (yuv.Format{Name: c.name, Model: yuv.Gray, Depth: c.depth}); p.Format != want || p.Colour.Range != yuv.Full || p.Width != w || p.Height != h {
			t.Fatalf("got %+v, %v, %d×%d, want %+v", p.Format, p.Colour.Range, p.Width, p.Height, want)
		}
		for i, got := range samplesOf(&p.Luma, p.Format) {
			want := 0
			if c.depth == 8 {
				want = int(raw[i])
			} else {
				want = int(c.order.Uint16(raw[2*i:]))
			}
			if got != want {
				t.Fatalf("%s: sample %d is %d, want %d", c.name, i, got, want)
			}
		}
		f.Release()
	}
}

// made returns a frame whose memory is that of a pixel format, filled with data; negative lets its
// rows go up.
func made(t testing.TB, like string, w, h int, data []byte, negative bool) *Frame {
	t.Helper()
	f := &Frame{av: astiav.AllocFrame()}
	t.Cleanup(f.av.Free)
	f.c = framePointer(f.av)
	f.av.SetWidth(w)
	f.av.SetHeight(h)
	f.av.SetPixelFormat(astiav.FindPixelFormatByName(like))
	if err := f.av.AllocBuffer(32); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 4 && f.c.linesize[i] > 0; i++ {
		stride, n := int(f.c.linesize[i]), len(data)/h
		for y := range h {
			copy(bytesOf(f, i, (y+1)*stride)[y*stride:], data[y*n:(y+1)*n])
		}
		if negative {
			*(*unsafe.Pointer)(unsafe.Pointer(&f.c.data[i])) = unsafe.Add(unsafe.Pointer(f.c.data[i]), (h-1)*stride)
			f.c.linesize[i] = -f.c.linesize[i]
		}
	}
	return f
}

// bytesOf returns the first n bytes of a frame's plane.
func bytesOf(f *Frame, plane, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(f.c.data[plane])), n)
}

// TestWideSamplesAreCut: of integers of 32 bits, which only later versions of FFmpeg have, pictures
// have the upper 16.
func TestWideSamplesAreCut(t *testing.T) {
	const w, h = 3, 2
	one := [4]channel{{step: 4, depth: 32}}
	four := [4]channel{{offset: 0, step: 16, depth: 32}, {offset: 4, step: 16, depth: 32}, {offset: 8, step: 16, depth: 32}, {offset: 12, step: 16, depth: 32}}
	for _, c := range []struct {
		description
		like string
		wide int // times wider than the format that it is like
	}{
		{description{name: "gray32le", count: 1, channels: one}, "grayf32le", 1},
		{description{name: "gray32be", flags: bigEndian, count: 1, channels: one}, "grayf32le", 1},
		{description{name: "rgba128le", flags: isRGB | withAlpha, count: 4, channels: four}, "grayf32le", 4},
		{description{name: "rgba128be", flags: isRGB | withAlpha | bigEndian, count: 4, channels: four}, "grayf32le", 4},
	} {
		for _, negative := range []bool{false, true} {
			data := make([]byte, 4*c.wide*w*h)
			for i := range data {
				data[i] = byte(59*i + 7)
			}
			f := made(t, c.like, c.wide*w, h, data, negative)
			f.c.width = w
			l, err := c.layout()
			if err != nil {
				t.Fatal(err)
			}
			if l.format.Depth != 16 || l.format.Shift != 0 || l.inPlace == l.big {
				t.Errorf("%s: %+v", c.name, l)
			}
			var p yuv.Picture
			l.planes(&p, f.c, nil, nil)
			for i := range c.count {
				plane := &p.Planes[0]
				if i > 0 {
					plane = planeOf(&p, i)
				}
				for j, got := range samplesOf(plane, p.Format) {
					x, y := j%w, j/w
					if negative {
						y = h - 1 - y
					}
					at := data[4*(c.wide*(y*w+x)+i):]
					want := int(binary.LittleEndian.Uint32(at) >> 16)
					if l.big {
						want = int(binary.BigEndian.Uint32(at) >> 16)
					}
					if got != want {
						t.Fatalf("%s: sample %d of %d is %#x, want %#x", c.name, j, i, got, want)
					}
				}
			}
		}
	}
}

// TestRefusedFormats: of this FFmpeg's formats, only those on devices are refused.
func TestRefusedFormats(t *testing.T) {
	for i := astiav.PixelFormat(0); ; i++ {
		f, err := descriptionOf(i)
		if err != nil {
			break
		}
		const onDevice = 1 << 3
		_, err = f.layout()
		if want := f.has(onDevice); (err != nil) != want {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

// TestBytesOfColours: the bits of red, green and blue in a byte, as FFmpeg's header has them, also if
// rows go up.
func TestBytesOfColours(t *testing.T) {
	data := []byte{0xe0, 0x1c, 0x03, 0xff, 0x25, 0x00}
	want := [3][]int{{255, 0, 0, 255, 36, 0}, {0, 255, 0, 255, 36, 0}, {0, 0, 255, 255, 85, 0}}
	for _, negative := range []bool{false, true} {
		f := made(t, "rgb8", 3, 2, data, negative)
		l, err := layoutOf(f.av.PixelFormat())
		if err != nil {
			t.Fatal(err)
		}
		var p yuv.Picture
		l.planes(&p, f.c, nil, nil)
		for i := range want {
			right := want[i]
			if negative {
				right = append(slices.Clone(right[3:]), right[:3]...)
			}
			if got := samplesOf(&p.Planes[i], p.Format); !slices.Equal(got, right) {
				t.Errorf("channel %d is %v, want %v", i, got, right)
			}
		}
	}
}

// TestGroupsOfFourPixels: samples in the order U Y Y V Y Y, the last group cut.
func TestGroupsOfFourPixels(t *testing.T) {
	data := []byte{
		10, 1, 2, 20, 3, 4, 11, 5, 6, 21, 0, 0,
		12, 7, 8, 22, 9, 10, 13, 11, 12, 23, 0, 0,
	}
	f := made(t, "uyyvyy411", 6, 2, data, false)
	l, err := layoutOf(f.av.PixelFormat())
	if err != nil {
		t.Fatal(err)
	}
	var p yuv.Picture
	l.planes(&p, f.c, nil, nil)
	if p.Format != (yuv.Format{Name: "uyyvyy411", Depth: 8, SubX: 2}) {
		t.Errorf("got %+v", p.Format)
	}
	for i, want := range [][]int{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {10, 11, 12, 13}, {20, 21, 22, 23}} {
		if got := samplesOf(&p.Planes[i], p.Format); !slices.Equal(got, want) {
			t.Errorf("plane %d is %v, want %v", i, got, want)
		}
	}
}
