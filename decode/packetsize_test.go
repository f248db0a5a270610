package decode

import (
	"context"
	"encoding/json"
	"os/exec"
	"strconv"
	"testing"
)

// packetSizes returns what ffprobe says about the bytes of each frame. Where it says
// nothing, as that of FFmpeg 5.1 about AV1, it is the size of the packet with the frame's
// time stamp.
func packetSizes(t *testing.T, path string, stream int) []int {
	t.Helper()
	out, err := exec.Command("ffprobe", "-v", "quiet", "-select_streams", strconv.Itoa(stream), "-show_frames", "-show_packets",
		"-show_entries", "frame=pts,pkt_size:packet=pts,size", "-of", "json", path).Output()
	if err != nil {
		t.Fatalf("ffprobe: %v", err)
	}
	var doc struct {
		All []struct {
			Type  string `json:"type"`
			PTS   int64  `json:"pts"`
			Frame int    `json:"pkt_size,string"`
			Size  int    `json:"size,string"`
		} `json:"packets_and_frames"`
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	packets := map[int64]int{}
	for _, a := range doc.All {
		if a.Type == "packet" {
			packets[a.PTS] = a.Size
		}
	}
	var sizes []int
	for _, a := range doc.All {
		if a.Type != "frame" {
			continue
		}
		if a.Frame == 0 {
			a.Frame = packets[a.PTS]
		}
		sizes = append(sizes, a.Frame)
	}
	return sizes
}

// TestPacketSizesEqualFFprobe decodes with several threads, from the start and after a seek.
func TestPacketSizesEqualFFprobe(t *testing.T) {
	check := func(t *testing.T, path string) {
		v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Threads: 4})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		want := packetSizes(t, path, v.Info().Stream)
		compare := func(from int) {
			for i := from; i < len(want); i++ {
				f := next(t, v)
				if f == nil {
					t.Fatalf("%d frames, ffprobe has %d", i, len(want))
				}
				if f.Packet != want[i] || f.Packet == 0 {
					t.Fatalf("frame %d: %d bytes, ffprobe has %d", i, f.Packet, want[i])
				}
				f.Release()
			}
		}
		compare(0)
		middle := len(want) / 2
		if err := v.SeekIndex(int64(middle)); err != nil {
			t.Fatal(err)
		}
		compare(middle)
	}
	for _, k := range few(kinds) {
		t.Run(k.name, func(t *testing.T) { check(t, k.make(t)) })
	}
	forEach(t, samples(t), check)
}
