package decode

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"os"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// TestLightOfClips: light is read from frames of HEVC and from the stream's header in MP4; every frame
// has it, also after a seek.
func TestLightOfClips(t *testing.T) {
	// FFmpeg 7's encoders use a frame's tags, FFmpeg 5.1's the options.
	tags := []string{"-vf", "setparams=range=tv:color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc",
		"-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-color_range", "tv"}
	const mastering = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)"
	source := []string{"-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.6", "-pix_fmt", "yuv420p10le"}
	x265 := func(params string) []string {
		all := append(append([]string{}, source...), "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:pools=1:frame-threads=1:keyint=5:"+params)
		return append(all, tags...)
	}
	want := yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "smpte2084"}
	both, one := want, want
	both.MaxCLL, both.MasteringPeak = 1200, 4000
	one.MasteringPeak = 4000
	hevc := clips.Make(t, "both.hevc", x265(mastering+":max-cll=1200,300")...)
	for name, c := range map[string]struct {
		path string
		want yuv.Colour
	}{
		"HEVC":            {hevc, both},
		"mastering alone": {clips.Make(t, "one.mp4", x265(mastering)...), one},
		"neither":         {clips.Make(t, "none.mp4", x265("hdr10=0")...), want},
		"MP4's header":    {withLight(t, clips.Make(t, "plain.mp4", append(append(source, "-c:v", "libx264", "-g", "5"), tags...)...), 1200, 4000), both},
	} {
		v, err := OpenVideo(context.Background(), c.path, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		if got := v.Info().Colour; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		n := 0
		for round := range 2 {
			for {
				f, err := v.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if f.Picture.Colour != c.want {
					t.Errorf("%s, picture %d: %+v", name, f.Index, f.Picture.Colour)
				}
				f.Release()
				n++
			}
			if round == 0 {
				if err := v.SeekIndex(7); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n != 15+8 {
			t.Errorf("%s: %d pictures", name, n)
		}
	}
}

// withLight inserts the boxes clli and mdcv (ISO/IEC 14496-12, 12.1.6 and 12.1.7) into the only sample
// entry, avc1, of an MP4 file whose samples precede its header.
func withLight(t *testing.T, path string, maxCLL uint16, peak uint32) string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	boxes := []byte{0, 0, 0, 12, 'c', 'l', 'l', 'i'}
	boxes = binary.BigEndian.AppendUint16(boxes, maxCLL)
	boxes = append(boxes, 0, 0, 0, 0, 0, 32, 'm', 'd', 'c', 'v')
	for _, v := range []uint16{13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450} {
		boxes = binary.BigEndian.AppendUint16(boxes, v)
	}
	boxes = binary.BigEndian.AppendUint32(boxes, peak*10000)
	boxes = binary.BigEndian.AppendUint32(boxes, 50)
	end := 0
	for _, name := range []string{"moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"} {
		at := bytes.LastIndex(file, []byte(name)) - 4
		if at < 0 {
			t.Fatalf("%s has no %s", path, name)
		}
		size := file[at:][:4]
		end = at + int(binary.BigEndian.Uint32(size))
		binary.BigEndian.PutUint32(size, binary.BigEndian.Uint32(size)+uint32(len(boxes)))
	}
	if err := os.WriteFile(path, append(file[:end:end], append(boxes, file[end:]...)...), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
