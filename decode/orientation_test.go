package decode

import (
	"encoding/binary"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

func matrix(a, b, c, d int32) []byte {
	var out []byte
	for _, v := range []int32{a, b, 0, c, d, 0, 0, 0, 1 << 30} {
		out = binary.NativeEndian.AppendUint32(out, uint32(v))
	}
	return out
}

// TestOrientationOfDisplayMatrices: rotation and mirroring follow from the display matrix; an invalid matrix is ignored.
func TestOrientationOfDisplayMatrices(t *testing.T) {
	const one = 1 << 16
	for _, c := range []struct {
		matrix []byte
		want   Orientation
	}{
		{nil, Orientation{}},
		{matrix(one, 0, 0, one), Orientation{}},
		{matrix(0, one, -one, 0), Orientation{Rotate: 90}},
		{matrix(-one, 0, 0, -one), Orientation{Rotate: 180}},
		{matrix(0, -one, one, 0), Orientation{Rotate: 270}},
		{matrix(-one, 0, 0, one), Orientation{Mirror: true}},
		{matrix(one, 0, 0, -one), Orientation{Rotate: 180, Mirror: true}},
		{matrix(0, -one, -one, 0), Orientation{Rotate: 90, Mirror: true}},
		{matrix(0, one, one, 0), Orientation{Rotate: 270, Mirror: true}},
		{matrix(2*one, 0, 0, one), Orientation{}},
		{matrix(0, 0, 0, 0), Orientation{}},
		{matrix(one, one, one, one), Orientation{}},
		{matrix(one, one, -one, one), Orientation{}},
		{matrix(0, one, -one, 0)[:20], Orientation{}},
	} {
		if got := orientation(c.matrix); got != c.want {
			t.Errorf("%v: got %+v, want %+v", c.matrix, got, c.want)
		}
	}
}

// TestInfoOfClips: size, rotation and pixel aspect are those that the clips state.
func TestInfoOfClips(t *testing.T) {
	for _, c := range []struct {
		name  string
		check func(Info) bool
	}{
		{"tiny-rotated-90.mp4", func(i Info) bool { return i.Orientation == Orientation{Rotate: 90} && i.AudioStreams == 0 }},
		{"tiny-full-range.mp4", func(i Info) bool {
			return i.Colour == yuv.Colour{Matrix: yuv.BT709, Range: yuv.Full, Primaries: "bt709", Transfer: "bt709"}
		}},
		{"tiny-420.mp4", func(i Info) bool { return i.AudioStreams == 1 && i.Streams == 2 && i.Colour.Range == yuv.Limited }},
		{"tiny-mpeg2.ts", func(i Info) bool {
			return i.StartPTS > 0 && i.Codec == "mpeg2video" && i.TimeBase == Rational{1, 90000}
		}},
		{"tiny-sar-4-3.mp4", func(i Info) bool { return i.SAR == Rational{4, 3} && i.Width == 120 }},
		{"tiny-still.png", func(i Info) bool { return i.Width == 160 && i.PixelFormat == "rgb24" && i.Codec == "png" }},
		{"fire2.mp4", func(i Info) bool { return i.Orientation == Orientation{Rotate: 180} && i.AudioStreams == 1 }},
		{"sample_edit_list.mp4", func(i Info) bool {
			return i.Orientation == Orientation{Rotate: 90} && i.Colour == yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "arib-std-b67"} && i.PixelFormat == "yuv420p10le"
		}},
		{"bt709_full_range.mp4", func(i Info) bool {
			return i.Colour == yuv.Colour{Matrix: yuv.BT709, Range: yuv.Full, Primaries: "bt709", Transfer: "bt709"} && i.AudioStreams == 0
		}},
		{"VID_1920x1080_cabac_temporal_direct.264", func(i Info) bool { return i.Colour.Range == yuv.Full && !i.HasStartPTS }},
		{"bbb_2500ms.ts", func(i Info) bool { return i.StartPTS == 137250 && i.Start == 1.525 }},
		{"nasa_13013.mp4", func(i Info) bool { return i.VideoStreams == 2 && i.AudioStreams == 2 && i.Streams == 6 }},
		{"chelsea.png", func(i Info) bool { return i.Width == 451 && i.PixelFormat == "rgb24" && i.Codec == "png" }},
		{"internal_emulator_transformer_output.mp4", func(i Info) bool { return i.Stream == 1 && i.AvgFrameRate == Rational{30000, 1001} }},
	} {
		path, ok := clip(c.name)
		if !ok && strings.HasPrefix(c.name, "tiny-") {
			t.Errorf("no sample %s", c.name)
		}
		if !ok {
			continue
		}
		if i := open(t, path).Info(); !c.check(i) {
			t.Errorf("%s: %+v", c.name, i)
		}
	}
}

// TestOrientationOfFrames: messages in the stream set the orientation of its frames. A light quarter of
// the picture goes to the same corner as with the ffmpeg command.
func TestOrientationOfFrames(t *testing.T) {
	for _, message := range []string{"rotate=90", "rotate=180", "rotate=-90", "flip=horizontal", "flip=vertical"} {
		path := clips.Make(t, "a.mp4", "-f", "lavfi", "-i", "color=black:size=64x64:duration=0.2,drawbox=w=32:h=32:color=white:t=fill",
			"-c:v", "libx264", "-bsf:v", "h264_metadata=display_orientation=insert:"+message)
		shown := clips.Raw(t, "-i", path, "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo")
		corner := [2]bool{shown[16*64+16] < 128 && shown[48*64+16] < 128, shown[16*64+16] < 128 && shown[16*64+48] < 128} // right, bottom
		o := open(t, path).Info().Orientation
		x, y := -1, -1 // of the light quarter
		if o.Mirror {
			x = 1
		}
		for range o.Rotate / 90 {
			x, y = -y, x
		}
		if want := [2]bool{x > 0, y > 0}; corner != want {
			t.Errorf("%s: %+v puts it to %v, ffmpeg to %v", message, o, want, corner)
		}
	}
}

// TestOnto: o.Onto(r) followed by r equals o.
func TestOnto(t *testing.T) {
	shown := func(o Orientation, x, y int) (int, int) { // of a point relative to the middle
		if o.Mirror {
			x = -x
		}
		for range o.Rotate / 90 {
			x, y = -y, x
		}
		return x, y
	}
	for i := range 64 {
		o := Orientation{Rotate: i % 4 * 90, Mirror: i&4 != 0}
		r := Orientation{Rotate: i / 8 % 4 * 90, Mirror: i&32 != 0}
		x, y := shown(o.Onto(r), 2, 1)
		x, y = shown(r, x, y)
		if wantX, wantY := shown(o, 2, 1); x != wantX || y != wantY {
			t.Errorf("%+v onto %+v is %+v", o, r, o.Onto(r))
		}
		if same := o.Onto(r) == (Orientation{}); same != (o == r) {
			t.Errorf("%+v onto %+v is %+v", o, r, o.Onto(r))
		}
	}
}
