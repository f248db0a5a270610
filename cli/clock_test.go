package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// wrongTimes writes videos of 3 s with wrong time stamps: in decoding order; unknown at the start;
// continued from another recording's, 1.5 s each.
func wrongTimes(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	ffmpeg := func(name, args string) string {
		return clips.Make(t, name, strings.Fields("-f lavfi -i testsrc2=s=64x48:r=25:d="+args)...)
	}
	var parts []byte
	for _, start := range []string{"100", "0"} {
		data, err := os.ReadFile(ffmpeg(start+".ts", "1.5 -f lavfi -i sine=d=1.5 -c:v mpeg2video -bf 2 -c:a mp2 -output_ts_offset "+start))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, data...)
	}
	joined := filepath.Join(dir, "joined.ts")
	if err := os.WriteFile(joined, parts, 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"decoding times": ffmpeg("dts.mp4", "3 -f lavfi -i sine=d=3 -c:v mpeg4 -bf 2 -g 50 -c:a aac -bsf:v setts=pts=DTS"),
		"unknown":        ffmpeg("unknown.mkv", "3 -c:v libx264 -bf 2 -output_ts_offset -1.5 -avoid_negative_ts disabled"),
		"joined":         joined,
	}
}

// TestOneClock: exports, selections and renderings of videos with wrong time stamps have the same
// regular times.
func TestOneClock(t *testing.T) {
	t.Parallel()
	for name, video := range wrongTimes(t) {
		t.Run(name, func(t *testing.T) {
			text := exportFile(t, "--engine", "cpu", video)
			times, corrected := timesOf(t, text)
			for i, at := range times[1:] {
				if step := at - times[i]; step <= 0 || step > 0.1201 {
					t.Errorf("frame %d is %.6f s after the one before", i+1, step)
				}
			}
			if (corrected > 0) != (name != "unknown") {
				t.Errorf("%d frames with corrected times", corrected)
			}
			if length := times[len(times)-1] - times[0]; math.Abs(length-2.96) > 0.1201 {
				t.Errorf("%.3f s from the first frame to the last", length)
			}
			// The second half alone is the same.
			half := len(times) / 2
			from := strconv.FormatFloat(times[half]-times[0]+0.0001, 'f', 4, 64)
			part := exportFile(t, "--engine", "cpu", "--from", from, video)
			if got, want := after(part, 1), after(text, 1+half); !bytes.Equal(got, want) {
				t.Errorf("from %s s on the export has\n%.300s\nand the whole one\n%.300s", from, got, want)
			}
			dir := t.TempDir()
			ffq, back, export := filepath.Join(dir, "a.ffq"), filepath.Join(dir, "b.ndjson"), filepath.Join(dir, "a.ndjson")
			if err := os.WriteFile(export, text, 0o600); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "a.mkv")
			for _, args := range [][]string{
				{"convert", export, "-o", ffq}, {"convert", ffq, "-o", back}, {"verify", ffq, video}, {"verify", export, video},
				{"render", "--engine", "cpu", video, "-o", out},
			} {
				if status, stdout, stderr := call(t, args...); status != statusDone && !(name == "joined" && status == statusPartly) {
					t.Errorf("%v: status %d, %q, %q", args, status, stdout, stderr)
				}
			}
			if data, err := os.ReadFile(back); err != nil || !bytes.Equal(data, text) {
				t.Errorf("%v: .ffq does not give the export back", err)
			}
			rendered, _ := timesOf(t, exportFile(t, "--engine", "cpu", out))
			if len(rendered) != len(times) {
				t.Fatalf("the rendering has %d frames, the video %d", len(rendered), len(times))
			}
			for i := range times {
				if d := (rendered[i] - rendered[0]) - (times[i] - times[0]); math.Abs(d) > 0.0011 {
					t.Errorf("frame %d of the rendering is %.6f s late", i, d)
				}
			}
		})
	}
}

// after returns what comes after n lines.
func after(text []byte, n int) []byte {
	for range n {
		text = text[bytes.IndexByte(text, '\n')+1:]
	}
	return text
}

// timesOf returns the times of an export's frames, and how many differ from their pts.
func timesOf(t *testing.T, text []byte) (times []float64, corrected int) {
	t.Helper()
	for line := range bytes.Lines(after(text, 1)) {
		var f struct {
			Time      float64 `json:"pts_time,string"`
			Corrected int     `json:"pts_corrected"`
		}
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		times = append(times, f.Time)
		corrected += f.Corrected
	}
	return times, corrected
}
