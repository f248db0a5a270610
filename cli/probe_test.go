package cli

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// ffprobed is ffprobe's output for a file.
type ffprobed struct {
	Format struct {
		Name    string `json:"format_name"`
		Streams int    `json:"nb_streams"`
		BitRate string `json:"bit_rate"`
	}
	Streams []struct {
		Index      int
		Kind       string `json:"codec_type"`
		Codec      string `json:"codec_name"`
		Profile    string
		Level      int
		Width      int
		Height     int
		PixFmt     string `json:"pix_fmt"`
		SAR        string `json:"sample_aspect_ratio"`
		TimeBase   string `json:"time_base"`
		FrameRate  string `json:"avg_frame_rate"`
		Duration   string
		Frames     string `json:"nb_frames"`
		BitRate    string `json:"bit_rate"`
		Primaries  string `json:"color_primaries"`
		Transfer   string `json:"color_transfer"`
		Space      string `json:"color_space"`
		SampleRate string `json:"sample_rate"`
		Channels   int
		Layout     string `json:"channel_layout"`
		Tags       struct{ Language string }
	}
}

// TestProbeEqualsFFprobe compares probe --json with ffprobe, and looks for the same values in the
// text.
func TestProbeEqualsFFprobe(t *testing.T) {
	dir := t.TempDir()
	hevc := filepath.Join(dir, "pq.mkv")
	ffmpegTo(t, hevc, "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30000/1001:duration=0.3", "-f", "lavfi", "-i", "sine=duration=0.3",
		"-f", "lavfi", "-i", "anullsrc=channel_layout=5.1:sample_rate=44100", "-map", "0", "-map", "1", "-map", "2", "-shortest",
		"-metadata:s:a:0", "language=deu", "-c:a:0", "flac", "-c:a:1", "ac3", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
		"-x265-params", "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:max-cll=900,100:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(12000000,1)")
	for _, clip := range append(sampleFiles(t), hevc) {
		out := clips.Probe(t, "-show_streams", "-show_format", "-of", "json", clip)
		var want ffprobed
		if err := json.Unmarshal(out, &want); err != nil {
			t.Fatal(err)
		}
		status, stdout, stderr := call(t, "probe", "--json", "--engine", "cpu", clip)
		var got probed
		if err := json.Unmarshal([]byte(stdout), &got); status != statusDone || err != nil {
			t.Fatalf("%s: status %d, %v, %q", clip, status, err, stderr)
		}
		_, text, _ := call(t, "probe", "--engine", "cpu", clip)
		equal := func(what string, got, want any) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %s is %v, ffprobe has %v", clip, what, got, want)
			}
		}
		says := func(words string) {
			t.Helper()
			if !strings.Contains(text, words) {
				t.Errorf("%s: the text does not say %q:\n%s", clip, words, text)
			}
		}
		whole := func(text string) int64 {
			n, _ := strconv.ParseInt(text, 10, 64)
			return n
		}
		known := func(text string) string {
			if text == "unknown" || text == "0/0" || text == "0:1" || text == "und" {
				return ""
			}
			return text
		}
		equal("format", got.Format.Name, want.Format.Name)
		equal("number of streams", got.Format.Streams, want.Format.Streams)
		equal("bit rate of the file", got.Format.BitRate, whole(want.Format.BitRate))
		sounds := 0
		for _, s := range want.Streams {
			switch {
			case s.Kind == "video" && s.Index == got.Video.Index:
				v := got.Video
				equal("codec", v.Codec, s.Codec)
				equal("profile", v.Profile, known(s.Profile))
				level := -99
				if v.Level != nil {
					level = *v.Level
					equal("level", level, s.Level)
				} else if s.Level >= 0 {
					t.Errorf("%s: no level, ffprobe has %d", clip, s.Level)
				}
				equal("width", v.Width, s.Width)
				equal("height", v.Height, s.Height)
				if s.PixFmt != "pal8" && s.PixFmt != "gray" && s.PixFmt != "bgra" { // decided by GIF's decoder
					equal("pixel format", v.PixelFormat, s.PixFmt)
				}
				if s.SAR != "" && known(s.SAR) != "" {
					equal("sample aspect ratio", v.SAR, s.SAR)
				}
				equal("time base", v.TimeBase, s.TimeBase)
				equal("frame rate", v.FrameRate, known(s.FrameRate))
				if v.Frames != 1 { // ffprobe does not count the one of a picture
					equal("frames", v.Frames, whole(s.Frames))
				}
				equal("bit rate", v.BitRate, whole(s.BitRate))
				if d, err := strconv.ParseFloat(s.Duration, 64); err == nil && math.Abs(d-v.Duration) > 1e-6 {
					t.Errorf("%s: duration %v, ffprobe has %v", clip, v.Duration, d)
				}
				equal("primaries", v.Colour.Primaries, known(s.Primaries))
				equal("transfer", v.Colour.Transfer, known(s.Transfer))
				if s.Space == "bt709" || s.Space == "bt2020nc" {
					equal("matrix", v.Colour.Matrix, strings.TrimSuffix(s.Space, "nc"))
				}
				equal("HDR", v.HDR != nil, s.Transfer == "smpte2084" || s.Transfer == "arib-std-b67")
				says(", " + s.Codec)
				says(known(s.Profile))
				if v.LevelName != "" {
					says("level " + v.LevelName)
				}
				if s.Frames != "" {
					says("frames " + strings.Repeat(" ", 7) + s.Frames + "\n")
				}
				says(v.PixelFormat)
			case s.Kind == "audio":
				if sounds >= len(got.Audio) {
					t.Fatalf("%s: %d audio streams", clip, len(got.Audio))
				}
				a := got.Audio[sounds]
				sounds++
				equal("index of sound", a.Index, s.Index)
				equal("codec of sound", a.Codec, s.Codec)
				equal("profile of sound", a.Profile, known(s.Profile))
				equal("sample rate", int64(a.Rate), whole(s.SampleRate))
				equal("channels", a.Channels, s.Channels)
				equal("channel layout", a.Layout, s.Layout)
				equal("bit rate of sound", a.BitRate, whole(s.BitRate))
				equal("language", a.Language, known(s.Tags.Language))
				says("audio stream  #" + strconv.Itoa(s.Index) + ", " + s.Codec)
				says(s.SampleRate + " Hz")
				says(s.Layout)
			}
		}
		equal("number of audio streams", len(got.Audio), sounds)
		equal("the engine", got.Engine.Name, "cpu")
		says("analysis      " + got.Operation)
		if clip == hevc {
			h := got.Video.HDR
			if h == nil || h.Transfer != "pq" || h.MaxCLL != 900 || h.MasteringPeak != 1200 || h.ToneMapped != "900 to 203 cd/m²" {
				t.Errorf("HDR: %+v", h)
			}
			if e := got.Video.Estimated; e != 9 || got.Video.Frames != 0 {
				t.Errorf("%d frames, %d estimated", got.Video.Frames, e)
			}
			says("about 9, by length and frame rate")
			says("deu")
		}
	}
}

// TestProbeFailsAlike: both forms fail with the same message and nothing on standard output.
func TestProbeFailsAlike(t *testing.T) {
	for _, flags := range [][]string{nil, {"--json"}} {
		status, stdout, stderr := call(t, append([]string{"probe", "--planes", "yuv", "../samples/tiny-still.png"}, flags...)...)
		if status != statusFailed || stdout != "" || !strings.Contains(stderr, "has no planes U and V") {
			t.Errorf("%v: status %d, %q, %q", flags, status, stdout, stderr)
		}
	}
}
