package decode

import (
	"context"
	"crypto/md5"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clips"
)

// soundPackets reads packets to the end.
func soundPackets(t *testing.T, p *SoundPackets) []string {
	t.Helper()
	var all []string
	for {
		pkt, err := p.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d %d %d %x", pkt.StreamIndex(), pkt.Pts(), pkt.Duration(), md5.Sum(pkt.Data())))
	}
}

// probedPackets returns ffprobe's list of the same packets.
func probedPackets(t *testing.T, path string) []string {
	t.Helper()
	out := clips.Probe(t, "-select_streams", "a", "-show_packets", "-show_data_hash", "md5", "-of", "json", path)
	var doc struct {
		Packets []struct {
			Stream   int    `json:"stream_index"`
			PTS      int64  `json:"pts"`
			Duration int64  `json:"duration"`
			Hash     string `json:"data_hash"`
		}
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range doc.Packets {
		all = append(all, fmt.Sprintf("%d %d %d %s", p.Stream, p.PTS, p.Duration, strings.TrimPrefix(p.Hash, "MD5:")))
	}
	return all
}

func TestSoundPacketsAreFFprobes(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"sample.mp4", "tiny-420.mp4", "tiny-mpeg2.ts", "tiny-sound-only.m4a"} {
		files[name] = "../samples/" + name
	}
	two := clips.Make(t, "two.mkv", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=9",
		"-f", "lavfi", "-i", "sine=frequency=440:duration=9", "-map", "0", "-map", "1", "-map", "1", "-c:v", "mpeg4", "-g", "25",
		"-c:a:0", "flac", "-c:a:1", "ac3")
	files["two.mkv"] = two
	for name, path := range files {
		p, err := OpenSoundPackets(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		want := probedPackets(t, path)
		if got := soundPackets(t, p); !slices.Equal(got, want) {
			t.Errorf("%s: %d packets differ from ffprobe's %d", name, len(got), len(want))
		}
		if p.Faults().Any() {
			t.Errorf("%s: %+v", name, p.Faults())
		}
		// After a seek all packets come that start at the target or later.
		for _, seconds := range []float64{8, 3.3, 0.5, 0, 100} {
			if err := p.SeekTime(seconds); err != nil {
				t.Fatal(err)
			}
			got := soundPackets(t, p)
			for _, stream := range p.Streams() {
				own := func(packets []string) []string {
					prefix := fmt.Sprintf("%d ", stream.Index())
					return slices.DeleteFunc(slices.Clone(packets), func(s string) bool { return !strings.HasPrefix(s, prefix) })
				}
				got, want := own(got), own(want)
				if len(got) > len(want) || !slices.Equal(got, want[len(want)-len(got):]) {
					t.Fatalf("%s at %v s: %d packets of stream %d, which are not its last ones", name, seconds, len(got), stream.Index())
				}
				base := stream.TimeBase()
				for _, missing := range want[:len(want)-len(got)] {
					var index, pts int
					if _, err := fmt.Sscan(missing, &index, &pts); err != nil {
						t.Fatal(err)
					}
					if float64(pts)*float64(base.Num()) >= seconds*float64(base.Den()) {
						t.Errorf("%s at %v s: %s is missing", name, seconds, missing)
					}
				}
			}
			if seconds == 8 && strings.HasPrefix(name, "two") && len(got) > len(want)/2 {
				t.Errorf("%s at %v s: %d of %d packets: the seek leads nowhere", name, seconds, len(got), len(want))
			}
		}
		p.Close()
		p.Close()
	}
}

func TestSoundPacketsErrors(t *testing.T) {
	for path, want := range map[string]error{
		"../samples/tiny-422.mp4":   ErrNoSound,
		"../samples/tiny-still.png": ErrNoSound,
		"../samples/README.md":      ErrNotVideo,
		"nowhere.mp4":               syscall.ENOENT,
	} {
		if _, err := OpenSoundPackets(context.Background(), path); !errors.Is(err, want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	pipe := t.TempDir() + "/pipe.ts"
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSoundPackets(context.Background(), pipe); !errors.Is(err, ErrNotSeekable) {
		t.Errorf("a pipe: %v", err)
	}
	if _, err := OpenSound(context.Background(), pipe, 48000); !errors.Is(err, ErrNotSeekable) {
		t.Errorf("the sound of a pipe: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	p, err := OpenSoundPackets(ctx, "../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	cancel()
	for err == nil {
		_, err = p.Next()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := p.SeekTime(1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled seek: %v", err)
	}
	var none *SoundPackets
	none.Close()
}

// TestSoundPacketsOfHalfAFile: truncated sound is read as far as it goes.
func TestSoundPacketsOfHalfAFile(t *testing.T) {
	path := cutFile(t, "../samples/sample.mp4", 1270384/2)
	p, err := OpenSoundPackets(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got, want := soundPackets(t, p), probedPackets(t, "../samples/sample.mp4")
	if len(got) < len(want)/3 || len(got) >= len(want) {
		t.Errorf("%d packets of %d", len(got), len(want))
	}
}
