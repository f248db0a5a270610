package player

import (
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/player/panel"
)

// TestCodedFrame: a frame has its type, its bytes and the ends of its QPs; one whose blocks have more bits than its packet was
// coded before, in as many bytes as these, unless the blocks are those of a trace.
func TestCodedFrame(t *testing.T) {
	var made partition.Picture
	made.Reset(32, 16)
	made.Add(partition.Block{Width: 16, Height: 16, QP: 20, HasQP: true, Rate: 100, HasRate: true})
	made.Add(partition.Block{X: 16, Width: 16, Height: 16, QP: 30, HasQP: true, Rate: 60, HasRate: true})
	for _, c := range []struct {
		packet, bytes  int
		traced, before bool
	}{{20, 20, false, false}, {19, 20, false, true}, {19, 19, true, false}, {0, 0, false, false}} {
		f := &decode.Frame{Coding: decode.Coding{PictType: 'B', Packet: c.packet}}
		want := panel.CodedFrame{Type: 'B', Bytes: c.bytes, Before: c.before, QP: 25, HasQP: true, Least: 20, Most: 30}
		if got := codedFrame(f, &made, 25, true, c.traced); got != want {
			t.Errorf("%+v: %+v, want %+v", c, got, want)
		}
	}
	if got := codedFrame(nil, &made, 25, true, false); got.Type != '?' || got.Bytes != 0 || got.Before {
		t.Errorf("without a frame: %+v", got)
	}
}
