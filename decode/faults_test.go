package decode

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/tests/clips"
)

// decodeAll counts the frames of a file and its faults.
func decodeAll(t *testing.T, path string) (frames int, faults Faults, err error) {
	t.Helper()
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best})
	if err != nil {
		return 0, Faults{}, err
	}
	defer v.Close()
	for f := next(t, v); f != nil; f = next(t, v) {
		frames++
		f.Release()
	}
	return frames, v.Faults(), nil
}

func cutFile(t *testing.T, path string, keep int64) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "cut"+filepath.Ext(path), data[:keep])
}

// TestTruncatedFilesGiveWhatDecodesAndSaySo: a truncated file in each container gives all frames that
// decode, and a fault.
func TestTruncatedFilesGiveWhatDecodesAndSaySo(t *testing.T) {
	video := []string{"-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=4"}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"a.mp4", []string{"-c:v", "libx264", "-movflags", "+faststart"}},
		{"frag.mp4", []string{"-c:v", "libx264", "-g", "25", "-movflags", "+frag_keyframe+empty_moov"}},
		{"a.mkv", []string{"-c:v", "libx264"}},
		{"a.webm", []string{"-c:v", "libvpx", "-deadline", "realtime"}},
		{"a.avi", []string{"-c:v", "mpeg4"}},
		{"a.gif", nil},
		{"a.ts", []string{"-c:v", "mpeg2video"}},
		{"b.ts", []string{"-c:v", "libx264"}},
		{"a.264", []string{"-c:v", "libx264"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := clips.Make(t, c.name, append(video[:len(video):len(video)], c.args...)...)
			frames, faults, err := decodeAll(t, path)
			if err != nil || frames != 100 || faults.Any() {
				t.Fatalf("whole: %d frames, %+v, %v", frames, faults, err)
			}
			st, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range []int64{90, 71, 50, 33} {
				n, faults, err := decodeAll(t, cutFile(t, path, st.Size()*part/100))
				if err != nil {
					t.Errorf("%d%%: %v", part, err)
					continue
				}
				if n == 0 || n > frames || !faults.Any() {
					t.Errorf("%d%%: %d of %d frames, %+v", part, n, frames, faults)
				}
			}
		})
	}
}

// TestCorruptPacketsAreCounted: corrupt packets are counted as faults.
func TestCorruptPacketsAreCounted(t *testing.T) {
	for _, name := range []string{"a.mp4", "a.mkv", "a.ts", "a.264", "a.avi"} {
		path := clips.Make(t, name, "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=4", "-c:v", "libx264", "-bf", "0")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(data) * 4 / 10; i < len(data)*4/10+4000; i += 7 {
			data[i] ^= 0x55
		}
		n, faults, err := decodeAll(t, writeFile(t, name, data))
		if err != nil || n < 30 || !faults.Any() {
			t.Errorf("%s: %d frames, %+v, %v", name, n, faults, err)
		}
	}
}

func TestFaultsAreNotCountedAgainAfterSeeks(t *testing.T) {
	path := clips.Make(t, "a.mp4", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=4", "-c:v", "libx264", "-g", "10")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) * 4 / 10; i < len(data)*4/10+4000; i += 7 {
		data[i] ^= 0x55
	}
	v := open(t, writeFile(t, "a.mp4", data))
	drain := func() {
		for f := next(t, v); f != nil; f = next(t, v) {
			f.Release()
		}
	}
	drain()
	before := v.Faults()
	for _, at := range []int64{0, 20, 50} {
		if err := v.SeekIndex(at); err != nil {
			t.Fatal(err)
		}
		drain()
	}
	if after := v.Faults(); before != after || !after.Any() {
		t.Errorf("%+v before, %+v after", before, after)
	}
}

// TestNoFrameIsAnError: a stream without a frame is an error.
func TestNoFrameIsAnError(t *testing.T) {
	path := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.1", "-c:v", "libx264")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1200; i < len(data); i++ {
		data[i] = 0
	}
	if _, _, err := decodeAll(t, writeFile(t, "a.mkv", data)); !errors.Is(err, ErrNoFrame) && !errors.Is(err, ErrNoVideo) {
		t.Error(fmt.Sprint("got ", err))
	}
}
