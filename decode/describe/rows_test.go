package describe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// probed is ffprobe's data about a file; unknown values are empty or N/A.
type probed struct {
	Format struct {
		Name     string `json:"format_name"`
		Duration string
	}
	Streams []struct {
		Index     int
		Type      string `json:"codec_type"`
		Codec     string `json:"codec_name"`
		Profile   string
		Width     int
		Height    int
		SAR       string `json:"sample_aspect_ratio"`
		Rate      string `json:"avg_frame_rate"`
		Base      string `json:"time_base"`
		Duration  string
		BitRate   string                        `json:"bit_rate"`
		Frames    string                        `json:"nb_frames"`
		Transfer  string                        `json:"color_transfer"`
		Samples   string                        `json:"sample_rate"`
		Layout    string                        `json:"channel_layout"`
		SideDatas []struct{ Rotation *float64 } `json:"side_data_list"`
	}
	Frames []probedFrame
}

type probedFrame struct {
	Stream int    `json:"stream_index"`
	Key    int    `json:"key_frame"`
	PTS    *int64 `json:"pts"`
	Type   string `json:"pict_type"`
	Size   string `json:"pkt_size"`
}

func ffprobe(t *testing.T, path string) (p probed) {
	t.Helper()
	out := clips.Probe(t, "-of", "json", "-show_format", "-show_streams", "-show_frames", "-read_intervals", "%+#30", path)
	if err := json.Unmarshal(out, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// rows returns the rows of a video and of its first frame, by name.
func rows(t *testing.T, path string) map[string]string {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	f, err := v.Next()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	info, p := v.Info(), &f.Picture
	account := yuv.Choice{}.Account(p.Format, p.Colour, p.Width, p.Height)
	frame := describe.FrameOf(f, &info, -1)
	all := map[string]string{}
	for _, group := range append(describe.Video(&info, p.Format, &p.Colour, &account), frame.Rows(nil)) {
		for _, r := range group {
			if r.Value == "" {
				t.Errorf("%s says nothing", r.Name)
			}
			all[r.Name] += r.Value + "\n"
		}
	}
	return all
}

// check compares the rows with ffprobe: known values are present, unknown ones absent.
func check(t *testing.T, path string) {
	got, p := rows(t, path), ffprobe(t, path)
	known := func(s string) bool { return s != "" && s != "N/A" && s != "0/0" && s != "unknown" }
	want := func(name string, is bool, parts ...string) {
		t.Helper()
		value, there := got[name]
		if there != is {
			t.Errorf("%s: %q, %v", name, value, parts)
		}
		for _, part := range parts {
			if is && !strings.Contains(value, part) {
				t.Errorf("%s: %q, want %q in it", name, value, part)
			}
		}
	}
	seconds := func(s string) string {
		f, _ := strconv.ParseFloat(s, 64)
		return fmt.Sprintf("%.3f s", f)
	}
	video, sounds := -1, 0
	for i := range p.Streams {
		s := &p.Streams[i]
		switch {
		case s.Type == "video" && video < 0:
			video = i
		case s.Type == "audio":
			sounds++
			want("audio stream", true, fmt.Sprintf("#%d, %s", s.Index, s.Codec), s.Samples+" Hz", s.Layout)
		}
	}
	if n := strings.Count(got["audio stream"], "\n"); n != sounds {
		t.Errorf("%d audio streams, ffprobe has %d", n, sounds)
	}
	s := &p.Streams[video]
	if !known(s.Profile) {
		s.Profile = ""
	}
	want("container", true, p.Format.Name)
	want("codec", true, s.Codec, s.Profile)
	switch {
	case known(s.Duration):
		want("duration", true, seconds(s.Duration))
	default:
		want("duration", known(p.Format.Duration), seconds(p.Format.Duration))
	}
	if known(s.Frames) {
		want("frames", true, s.Frames+"\n")
	} else if got["frames"] != "1\n" { // of a picture, which ffprobe does not count
		want("frames", got["duration"] != "" && known(s.Rate), "about ")
	}
	want("frame rate", known(s.Rate), "("+s.Rate+")")
	rate, _ := strconv.ParseFloat(s.BitRate, 64)
	want("bit rate", known(s.BitRate), strings.TrimSuffix(describe.BitRate(int64(rate)), "it/s"))
	want("picture", true, fmt.Sprintf("%d×%d", s.Width, s.Height))
	want("light", s.Transfer == "smpte2084" || s.Transfer == "arib-std-b67", "")
	if known(s.SAR) && s.SAR != "0:1" {
		want("display", true, "samples "+s.SAR)
	} else if strings.Contains(got["display"], "samples") {
		t.Errorf("display: %q, ffprobe has %q", got["display"], s.SAR)
	}
	for _, d := range s.SideDatas {
		if d.Rotation != nil {
			want("display", true, fmt.Sprintf("turned %.0f°", -*d.Rotation+max(0, 360*float64(int(*d.Rotation)/180))))
		}
	}
	first := slices.IndexFunc(p.Frames, func(f probedFrame) bool { return f.Stream == s.Index })
	if first < 0 {
		t.Fatal("ffprobe has no frame of the video")
	}
	f := &p.Frames[first]
	want("frame", true, "1 (index 0)")
	want("pts", f.PTS != nil)
	if f.PTS != nil {
		want("pts", true, fmt.Sprintf("%d × %s s", *f.PTS, s.Base))
	}
	kind := map[bool]string{true: ", key frame"}[f.Key == 1]
	want("type", true, f.Type+kind+"\n")
	if f.Size != "0" {
		want("bytes", true, f.Size+"\n")
	}
	want("damage", false)
}

// TestSamplesEqualFFprobe: the rows of each sample agree with ffprobe.
func TestSamplesEqualFFprobe(t *testing.T) {
	paths, err := filepath.Glob("../../samples/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		switch filepath.Ext(path) {
		case ".go", ".md", ".m4a":
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) { check(t, path) })
	}
}

// TestKindsEqualFFprobe: containers and codecs, some without a length, a frame rate, a frame count or
// sound.
func TestKindsEqualFFprobe(t *testing.T) {
	kinds := map[string]string{
		"h264.mp4":   "-c:v libx264 -c:a aac",
		"frag.mp4":   "-c:v libx264 -g 5 -c:a aac -movflags +frag_keyframe+empty_moov",
		"pq.mp4":     "-c:v libx265 -pix_fmt yuv420p10le -x265-params log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:max-cll=1000,400:hdr10=1 -an",
		"hlg.mkv":    "-c:v libx265 -pix_fmt yuv420p10le -x265-params log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc -an",
		"prores.mov": "-c:v prores_ks -c:a pcm_s16le",
		"ffv1.mkv":   "-c:v ffv1 -c:a flac",
		"two.mkv":    "-map 0:v -map 1:a -map 1:a -c:v mpeg4 -c:a:0 flac -c:a:1 ac3",
		"av1.webm":   "-c:v libsvtav1 -preset 12 -c:a libopus",
		"vp9.webm":   "-c:v libvpx-vp9 -deadline realtime -c:a libopus",
		"mpeg4.avi":  "-c:v mpeg4 -bf 2 -c:a mp2",
		"dv.dv":      "-vf scale=720:576 -pix_fmt yuv420p -aspect 16:9 -c:v dvvideo -c:a pcm_s16le -ac 2",
		"mpeg2.ts":   "-c:v mpeg2video -aspect 16:9 -c:a mp2",
		"mpeg1.mpg":  "-c:v mpeg1video -c:a mp2 -f mpeg",
		"mpeg2.mxf":  "-c:v mpeg2video -timecode 00:00:59:20 -c:a pcm_s16le",
		"flv1.flv":   "-c:v flv -an",
		"wmv2.wmv":   "-c:v wmv2 -c:a wmav2",
		"theora.ogv": "-c:v libtheora -c:a libvorbis",
		"vp8.ivf":    "-c:v libvpx -an",
		"raw.y4m":    "-pix_fmt yuv420p -f yuv4mpegpipe -an",
		"raw.nut":    "-c:v rawvideo -c:a pcm_s16le",
		"a.gif":      "-an",
		"a.png":      "-frames:v 1 -an",
		"still":      "-frames:v 1 -an -pix_fmt yuvj420p -f mjpeg",
		"a.264":      "-c:v libx264 -an",
		"a.hevc":     "-c:v libx265 -x265-params log-level=error -an",
		"a.m2v":      "-c:v mpeg2video -an -f mpeg2video",
		"a.mjpeg":    "-c:v mjpeg -an -f mjpeg",
	}
	dir := t.TempDir()
	all := strings.Fields("-f lavfi -i testsrc2=size=176x144:rate=25:duration=0.4 -f lavfi -i sine=duration=0.4:sample_rate=48000")
	for name, args := range kinds {
		all = append(append(all, strings.Fields(args)...), "-threads", "1", filepath.Join(dir, name))
	}
	clips.Raw(t, append(all, "-frames:v", "1", "-f", "null")...)
	for name := range kinds {
		t.Run(name, func(t *testing.T) { check(t, filepath.Join(dir, name)) })
	}
}

// TestFrameRows: the rows of frames with more and less known data, word by word.
func TestFrameRows(t *testing.T) {
	text := func(f describe.Frame) string {
		var lines []string
		for _, r := range f.Rows(nil) {
			lines = append(lines, r.String())
		}
		return strings.Join(lines, "\n")
	}
	for _, c := range []struct {
		frame describe.Frame
		want  string
	}{
		{
			describe.Frame{Index: 119, About: -1, PTS: 61440, HasPTS: true, TimeBase: decode.Rational{Num: 1, Den: 12800}, Time: 4.8, Type: 'P', Packet: 2516, Group: decode.Group{SinceKey: 19, ToKey: 1}},
			"frame: 120 (index 119)\ntime: 4.800000 s\npts: 61440 × 1/12800 s\ntype: P\nbytes: 2516\nkey frame: 19 frames ago, the next in 1 frame",
		},
		{describe.Frame{Index: -1, About: 41, Time: 2, Type: '?', Corrupt: true, Group: decode.Group{SinceKey: -1}}, "frame: about 42\ntime: 2.000000 s\ndamage: marked by the decoder"},
		{describe.Frame{Index: -1, About: 41, Time: 2, Type: '?', Unparsed: true, Group: decode.Group{SinceKey: -1}}, "frame: about 42\ntime: 2.000000 s\ndamage: not all blocks are known"},
		{describe.Frame{Index: -1, About: -1, Type: 'I', Group: decode.Group{ToKey: 12}}, "time: 0.000000 s\ntype: I, key frame\nkey frame: this one, the next in 12 frames"},
		{describe.Frame{Index: 0, Type: 0, HasTimecode: true}, "frame: 1 (index 0)\ntime: 0.000000 s\ntimecode: 00:00:00:00\ntype: key frame\nkey frame: this one"},
	} {
		if got := text(c.frame); got != c.want {
			t.Errorf("%+v:\n%s\nwant:\n%s", c.frame, got, c.want)
		}
	}
}
