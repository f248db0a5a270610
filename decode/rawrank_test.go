package decode

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/tests/clips"
)

// twins have formats that differ from another one in which colour is which alone, with that one.
var twins = map[string]string{"nv21": "nv12", "bgra": "rgba", "bgr24": "rgb24"}

// TestRawRank: the content of a file says its layout, of all formats and sizes, without any name. FFmpeg makes the files. What
// cannot be seen is among the next three: which of three colours is which. In a short run, each format has some sizes and
// each size some formats.
func TestRawRank(t *testing.T) {
	for i, size := range rawvideo.CommonSizes() {
		if pixels := size[0] * size[1]; pixels > 2_400_000 || testing.Short() && pixels > 600_000 && size != [2]int{1920, 1080} {
			continue
		}
		var outputs []clips.Output
		for j, name := range rawvideo.PixelFormats() {
			if !testing.Short() || (i+j)%7 == 0 || size == [2]int{640, 360} && name == "yuv422p10le" {
				outputs = append(outputs, clips.Output{Name: name, Args: []string{"-vf", fmt.Sprintf("scale=%d:%d", size[0], size[1]), "-frames:v", "3", "-pix_fmt", name, "-f", "rawvideo"}})
			}
		}
		for j, path := range clips.Each(t, []string{"-ss", "3", "-i", "../samples/sample.mp4"}, outputs...) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := rawvideo.Layout{Width: size[0], Height: size[1], PixelFormat: outputs[j].Name, Rate: rawvideo.DefaultRate}
			if int64(len(data)) != 3*RawBytes(want) {
				t.Fatalf("%v: FFmpeg has made %d bytes", want, len(data))
			}
			fits := rawvideo.Rank(bytes.NewReader(data), int64(len(data)), rawvideo.Layout{}, RawBytes)
			at, most := slices.Index(fits, want), 0
			if twins[want.PixelFormat] != "" || want.PixelFormat == "gbrp" {
				most = 3
			}
			if at < 0 || at > most {
				t.Errorf("%v is number %d of %v", want, at, fits)
			}
			if twin := twins[want.PixelFormat]; twin != "" && (fits[0].PixelFormat != twin || fits[0].Width != want.Width) {
				t.Errorf("%v is taken for %v", want, fits[0])
			}
		}
	}
}

// TestRawRankBytes: the frames of all formats that Rank knows have FFmpeg's size, also with odd sides.
func TestRawRankBytes(t *testing.T) {
	for _, name := range rawvideo.PixelFormats() {
		for _, size := range [][2]int{{1, 1}, {7, 5}, {17, 16}, {64, 48}} {
			l := rawvideo.Layout{Width: size[0], Height: size[1], PixelFormat: name}
			if got, want := rawvideo.FrameBytes(l), RawBytes(l); got != want {
				t.Errorf("%v: %d bytes, FFmpeg's frame has %d", l, got, want)
			}
		}
	}
}

// TestRawRankHeader: a header of an odd length, and a size that the name says, count. Without content, the length decides.
func TestRawRankHeader(t *testing.T) {
	data := clips.Raw(t, "-i", "../samples/sample.mp4", "-vf", "scale=90:70", "-frames:v", "3", "-pix_fmt", "yuv422p10be", "-f", "rawvideo")
	data = append(bytes.Repeat([]byte("header "), 31), data...)
	like := rawvideo.Layout{Width: 90, Height: 70, Rate: rawvideo.Rate{Num: 50, Den: 1}, Offset: 7 * 31}
	want := like
	want.PixelFormat = "yuv422p10be"
	if fits := rawvideo.Rank(bytes.NewReader(data), int64(len(data)), like, RawBytes); fits[0] != want {
		t.Errorf("it is taken for %v", fits)
	}
	length := int64(len(data))
	if got, want := rawvideo.Rank(bytes.NewReader(nil), length, like, RawBytes), rawvideo.Fits(length, like, RawBytes); !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("without content: %v, want %v", got, want)
	}
	if fits := rawvideo.Rank(bytes.NewReader(data), 1, rawvideo.Layout{}, RawBytes); len(fits) > 0 {
		t.Errorf("1 byte: %v", fits)
	}
}

// BenchmarkRawRank measures how long a file without a name takes.
func BenchmarkRawRank(b *testing.B) {
	path := clips.Make(b, "a.yuv", "-i", "../samples/sample.mp4", "-vf", "scale=1920:1080", "-frames:v", "20", "-pix_fmt", "yuv420p", "-f", "rawvideo")
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		rawvideo.Rank(f, info.Size(), rawvideo.Layout{}, RawBytes)
	}
}
