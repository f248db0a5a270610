package player

import (
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/player/panel"
)

// TestCodedFrame: a frame has its type, its size, the ends of its QPs, and the shares of its blocks' types in area and bits.
func TestCodedFrame(t *testing.T) {
	var made partition.Picture
	made.Reset(32, 16)
	made.Add(partition.Block{Width: 16, Height: 16, QP: 20, HasQP: true, Type: partition.Intra, Rate: 300, HasRate: true})
	made.Add(partition.Block{X: 16, Width: 16, Height: 16, QP: 30, HasQP: true, Type: partition.Inter, Rate: 100, HasRate: true})
	for coding, text := range map[decode.Coding]string{
		{PictType: 'B', Packet: 1234}:                         "B frame · 1 234 bytes",
		{PictType: 'B', Packet: 1234, Own: 99}:                "B frame · 99 bytes in a packet of 1 234",
		{PictType: 'B', Packet: 3, Own: 13816, Earlier: true}: "B frame · 13 816 bytes, coded before",
		{PictType: 'B'}: "B frame",
	} {
		f := &decode.Frame{Coding: coding}
		want := panel.CodedFrame{Type: 'B', Size: coding.Size(), Packet: coding.Packet, QP: 25, HasQP: true, CodedQP: partition.Number{Value: 25, Known: true}, Least: 20, Most: 30, Blocks: 2, Rate: 200, HasRate: true}
		want.Types, want.Bits = [partition.TypeCount]float64{0, 0.5, 0.5, 0}, [partition.TypeCount]float64{0, 0.75, 0.25, 0}
		got := codedFrame(f, &made, 25, true)
		if got != want || got.Text() != text+" · QP 25.0 (20–30)" {
			t.Errorf("%+v: %+v, %q, want %+v, %q", coding, got, got.Text(), want, text)
		}
		if got := codedFrame(f, nil, 0, false); got.Text() != text {
			t.Errorf("without blocks: %q, want %q", got.Text(), text)
		}
	}
	if got := codedFrame(nil, &made, 25, true); got.Type != '?' || got.Size.Bytes != 0 {
		t.Errorf("without a frame: %+v", got)
	}
}
