package samples

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/platform"
)

// output returns a command's output; the tests need ffmpeg and ffprobe.
func output(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	platform.Missing(t, err)
	if err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

func TestSampleIsTheFile(t *testing.T) {
	file, err := os.ReadFile(Name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(Sample(), file) {
		t.Errorf("Sample() differs from %s", Name)
	}
	if n := len(Sample()); n > 2<<20 {
		t.Errorf("%s has %d bytes, more than 2 MiB", Name, n)
	}
	moov, mdat := bytes.Index(file, []byte("moov")), bytes.Index(file, []byte("mdat"))
	if moov < 0 || mdat < moov {
		t.Errorf("moov at %d, mdat at %d: the index has to come first", moov, mdat)
	}
}

// TestStreams compares ffprobe's data about each file with the file's purpose. Lines are codec, width,
// height, pixel format, range, matrix, decoded frames; for sound codec, rate, channels.
func TestStreams(t *testing.T) {
	want := map[string]string{
		"sample.mp4":           "h264 1280 720 yuv420p tv bt709 250; aac 48000 2",
		"tiny-420.mp4":         "h264 160 90 yuv420p tv bt709 30; aac 48000 2",
		"tiny-odd-175x143.mp4": "vp9 175 143 yuv420p tv bt709 12",
		"tiny-10bit.mp4":       "h264 160 90 yuv420p10le tv bt709 12",
		"tiny-422.mp4":         "h264 160 90 yuv422p tv bt709 12",
		"tiny-444.mp4":         "h264 160 90 yuv444p tv bt709 12",
		"tiny-nv12.nut":        "rawvideo 80 46 nv12 - - 8",
		"tiny-gray.mp4":        "hevc 160 90 gray tv bt709 12",
		"tiny-rgb.mkv":         "ffv1 80 46 bgr0 pc gbr 5",
		"tiny-palette.gif":     "gif 160 90 bgra - - 6",
		"tiny-full-range.mp4":  "h264 160 90 yuvj420p pc bt709 12",
		"tiny-untagged.mp4":    "h264 160 90 yuv420p - - 12",
		"tiny-rotated-90.mp4":  "h264 160 90 yuv420p tv bt709 12",
		"tiny-sar-4-3.mp4":     "h264 120 90 yuv420p tv bt709 12",
		"tiny-vfr.mp4":         "h264 160 90 yuv420p tv bt709 18",
		"tiny-open-gop.mp4":    "h264 160 90 yuv420p tv bt709 40",
		"tiny-mpeg2.ts":        "mpeg2video 160 96 yuv420p tv - 24; mp2 48000 2",
		"tiny-vp9.webm":        "vp9 160 90 yuv420p tv bt709 24",
		"tiny-still.png":       "png 160 90 rgb24 pc - 1",
		"tiny-sound-only.m4a":  "aac 48000 2",
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.*")
	if err != nil {
		t.Fatal(err)
	}
	media := 0
	for _, name := range files {
		if ext := filepath.Ext(name); ext == ".go" || ext == ".md" {
			continue
		}
		media++
		// FFmpeg 7 reports the matrix of PNG as RGB's.
		if got := streams(t, name); got != want[name] && got != strings.Replace(want[name], "rgb24 pc -", "rgb24 pc gbr", 1) {
			t.Errorf("%s: %s; want %s", name, got, want[name])
		}
		if !bytes.Contains(readme, []byte("| `"+name+"` |")) {
			t.Errorf("%s is not in README.md", name)
		}
		if info, err := os.Stat(name); err != nil {
			t.Error(err)
		} else if strings.HasPrefix(name, "tiny-") && info.Size() > 60<<10 {
			t.Errorf("%s has %d bytes, more than 60 KiB", name, info.Size())
		}
	}
	if media != len(want) {
		t.Errorf("%d media files, want %d", media, len(want))
	}
}

func streams(t *testing.T, name string) string {
	t.Helper()
	type stream struct {
		CodecType  string `json:"codec_type"`
		CodecName  string `json:"codec_name"`
		Width      json.Number
		Height     json.Number
		PixFmt     string `json:"pix_fmt"`
		ColorRange string `json:"color_range"`
		ColorSpace string `json:"color_space"`
		Frames     string `json:"nb_read_frames"`
		SampleRate string `json:"sample_rate"`
		Channels   json.Number
	}
	var probe struct{ Streams []stream }
	out := output(t, "ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", name)
	if err := json.Unmarshal(out, &probe); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range probe.Streams {
		fields := []string{s.CodecName, s.SampleRate, s.Channels.String()}
		if s.CodecType == "video" {
			fields = []string{s.CodecName, s.Width.String(), s.Height.String(), s.PixFmt, s.ColorRange, s.ColorSpace, s.Frames}
		}
		for i := range fields {
			if fields[i] == "" || fields[i] == "unknown" {
				fields[i] = "-"
			}
		}
		all = append(all, strings.Join(fields, " "))
	}
	return strings.Join(all, "; ")
}

// TestProperties checks the special properties of single files with ffprobe.
func TestProperties(t *testing.T) {
	for _, c := range []struct{ name, entries, want string }{
		{"sample.mp4", "format=duration", "10.000000"},
		{"tiny-rotated-90.mp4", "stream_side_data=rotation", "-90"},
		{"tiny-sar-4-3.mp4", "stream=sample_aspect_ratio", "4:3"},
		{"tiny-vfr.mp4", "frame=pts", "0 40 120 240 280 360 480 520 600 720 760 840 960 1000 1080 1200 1240 1320"},
	} {
		out := output(t, "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", c.entries, "-of", "default=nw=1:nk=1", c.name)
		got := strings.Join(strings.Fields(string(out)), " ")
		if got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.name, c.entries, got, c.want)
		}
	}
}

// TestKeyFrames checks the distance of the sample's key frames, and that frames of an open GOP precede
// their key frame in presentation order.
func TestKeyFrames(t *testing.T) {
	picture := func(name string) []string {
		return strings.Fields(string(output(t, "ffprobe", "-v", "error", "-select_streams", "v",
			"-show_entries", "packet=pts,flags", "-of", "csv=p=0", name)))
	}
	for i, line := range picture(Name) {
		if key := strings.Contains(line, "K"); key != (i%50 == 0) {
			t.Errorf("%s: packet %d: key frame is %t", Name, i, key)
		}
	}
	leading := 0
	var keyPTS int
	for _, line := range picture("tiny-open-gop.mp4") {
		var pts int
		if err := json.Unmarshal([]byte(strings.Split(line, ",")[0]), &pts); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, "K") {
			keyPTS = pts
		} else if pts < keyPTS {
			leading++
		}
	}
	if leading == 0 {
		t.Error("tiny-open-gop.mp4 has no picture that follows a key frame and is shown before it")
	}
}

// TestFlashAndBeep compares the frames with a white sign and the samples where the beep starts with
// whole seconds.
func TestFlashAndBeep(t *testing.T) {
	const (
		frameRate  = 25
		sampleRate = 48000
		seconds    = 10
	)
	sign := output(t, "ffmpeg", "-v", "error", "-i", Name,
		"-vf", "crop=96:40:536:38,scale=1:1:flags=area,format=gray", "-f", "rawvideo", "-")
	if len(sign) != seconds*frameRate {
		t.Fatalf("%d frames, want %d", len(sign), seconds*frameRate)
	}
	for n, v := range sign {
		if white, want := v > 180, n%frameRate < 2; white != want {
			t.Errorf("frame %d: the sign's mean is %d; white: want %t", n, v, want)
		}
	}

	pcm := output(t, "ffmpeg", "-v", "error", "-i", Name, "-ac", "1", "-f", "s16le", "-")
	if got := len(pcm) / 2; math.Abs(float64(got-seconds*sampleRate)) > 1024 {
		t.Errorf("%d samples of sound, want %d", got, seconds*sampleRate)
	}
	const loud = 0.2
	var onsets []float64
	last := -sampleRate
	for i := 0; i+1 < len(pcm); i += 2 {
		v := float64(int16(binary.LittleEndian.Uint16(pcm[i:]))) / 32768
		if math.Abs(v) < loud {
			continue
		}
		if i/2-last > sampleRate/2 {
			onsets = append(onsets, float64(i/2)/sampleRate)
		}
		last = i / 2
	}
	if len(onsets) != seconds {
		t.Fatalf("%d beeps at %v, want %d", len(onsets), onsets, seconds)
	}
	for i, at := range onsets {
		if d := at - float64(i); math.Abs(d) > 0.003 {
			t.Errorf("beep %d is %.1f ms off its flash", i, d*1000)
		}
	}
	t.Logf("beeps at %v", onsets)
}
