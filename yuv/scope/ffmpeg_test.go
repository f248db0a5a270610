package scope_test

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv/scope"
	"ffkvadrat/yuv/yuvtest"
)

// counted returns the scopes of a video's first frame.
func counted(t *testing.T, name string) *scope.Scopes {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), name, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	f, err := video.Next()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	s := new(scope.Scopes)
	s.Count(&f.Picture, f.Picture.Colour)
	return s
}

// filtered returns the first plane of an FFmpeg filter's output for a video.
func filtered(t *testing.T, name, filter string) []byte {
	t.Helper()
	return clips.Raw(t, "-i", name, "-vf", filter+",extractplanes=y", "-f", "rawvideo")
}

// formats8 are formats whose counts FFmpeg shows one by one. A step of intensity is one of its 255, and
// columns have only 54 rows.
var formats8 = []string{"gray", "yuv420p", "yuvj420p", "yuv422p", "yuv444p", "yuv440p", "yuv411p"}

// TestWaveformEqualsFFmpeg: the waveform equals FFmpeg's, count by count.
func TestWaveformEqualsFFmpeg(t *testing.T) {
	for _, format := range formats8 {
		name := yuvtest.NoiseVideo(t, format)
		s := counted(t, name)
		equal(t, format, name, "waveform=mode=column:intensity=0.004:components=1", &s.Waveform)
	}
}

// TestDeepWaveformEqualsFFmpeg: above 8 bits each of our values is a range of FFmpeg's.
func TestDeepWaveformEqualsFFmpeg(t *testing.T) {
	for _, format := range []string{"yuv420p10le", "yuv444p12le"} {
		name := yuvtest.NoiseVideo(t, format)
		s := counted(t, name)
		out := filtered(t, name, "waveform=mode=column:intensity=0.004:components=1")
		values := 1 << s.Depth
		step := int(0.004 * float64(values-1)) // of intensity
		if len(out) != 2*98*values {
			t.Fatalf("%s: %d bytes", format, len(out))
		}
		for x := range 98 {
			for v := range scope.Values {
				want := 0
				for row := v * values / scope.Values; row < (v+1)*values/scope.Values; row++ {
					at := 2 * ((values-1-row)*98 + x)
					want += (int(out[at]) | int(out[at+1])<<8) / step
				}
				if got := int(s.Waveform.N[x*scope.Values+v]); got != want {
					t.Fatalf("%s: column %d has %d samples with %d, FFmpeg's has %d", format, x, got, v, want)
				}
			}
		}
	}
}

// equal compares a waveform with a filter's output.
func equal(t *testing.T, what, name, filter string, w *scope.Wave) {
	t.Helper()
	out := filtered(t, name, filter)
	if len(out) != scope.Values*w.Columns {
		t.Fatalf("%s: FFmpeg's picture has %d samples, ours %d columns", what, len(out), w.Columns)
	}
	for x := range w.Columns {
		for v := range scope.Values {
			if got, want := w.N[x*scope.Values+v], uint32(out[(scope.Values-1-v)*w.Columns+x]); got != want {
				t.Fatalf("%s: column %d has %d samples with %d, FFmpeg's has %d", what, x, got, v, want)
			}
		}
	}
}

// TestParadeEqualsFFmpeg: a parade of RGB is the waveform of each of its planes.
func TestParadeEqualsFFmpeg(t *testing.T) {
	name := yuvtest.NoiseVideo(t, "gbrp")
	s := counted(t, name)
	for i, plane := range []string{"r", "g", "b"} {
		equal(t, plane, name, "extractplanes="+plane+",waveform=mode=column:intensity=0.004:components=1", &s.Parade[i])
	}
}

// TestVectorscopeEqualsFFmpeg: the vectorscope equals FFmpeg's, count by count.
func TestVectorscopeEqualsFFmpeg(t *testing.T) {
	for _, format := range formats8[1:] {
		name := yuvtest.NoiseVideo(t, format)
		s := counted(t, name)
		out := filtered(t, name, "vectorscope=mode=gray:intensity=0.004:x=1:y=2")
		if len(out) != len(s.Vector) {
			t.Fatalf("%s: %d cells", format, len(out))
		}
		sum := 0
		for i, n := range s.Vector {
			u, v := i%scope.Values, i/scope.Values
			if want := out[(scope.Values-1-v)*scope.Values+u]; n != uint32(want) {
				t.Fatalf("%s: U %d, V %d: %d samples, FFmpeg has %d", format, u, v, n, want)
			}
			sum += int(n)
		}
		if sum != s.Chroma {
			t.Errorf("%s: %d samples of %d", format, sum, s.Chroma)
		}
	}
}

// TestExtentsEqualSignalstats: extremes, means and pixels out of range are those of signalstats.
func TestExtentsEqualSignalstats(t *testing.T) {
	names := []string{"YMIN", "YMAX", "YAVG", "UMIN", "UMAX", "UAVG", "VMIN", "VMAX", "VAVG", "BRNG"}
	for _, format := range append(formats8[1:], "yuv420p10le", "yuv422p12le", "yuv444p16le") {
		name := yuvtest.NoiseVideo(t, format)
		s := counted(t, name)
		entries := "frame_tags=lavfi.signalstats." + strings.Join(names, ",lavfi.signalstats.")
		text, err := exec.Command("ffprobe", "-v", "error", "-f", "lavfi", "-i", "movie="+name+",signalstats=stat=brng", "-show_entries", entries, "-of", "default=nk=0:nw=1").Output()
		if err != nil {
			t.Fatal(err)
		}
		stats := map[string]string{}
		for _, line := range strings.Fields(string(text)) {
			key, value, _ := strings.Cut(strings.TrimPrefix(line, "TAG:lavfi.signalstats."), "=")
			stats[key] = value
		}
		got := map[string]string{"BRNG": six(float64(s.Outside) / float64(s.Pixels))}
		for i, plane := range []string{"Y", "U", "V"} {
			e := s.Planes[i]
			got[plane+"MIN"], got[plane+"MAX"], got[plane+"AVG"] = strconv.Itoa(e.Low), strconv.Itoa(e.High), six(e.Mean)
		}
		for _, key := range names {
			if got[key] != stats[key] && (stats[key] == "" || six(number(t, stats[key])) != got[key]) {
				t.Errorf("%s: %s is %s, signalstats has %q", format, key, got[key], stats[key])
			}
		}
	}
}

// six formats a number as signalstats does.
func six(v float64) string { return fmt.Sprintf("%.6g", v) }

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
