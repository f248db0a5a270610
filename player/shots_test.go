package player

import (
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/player/panel"
)

// TestCodedRows: a caption has how a frame was coded, and its packet if that is not its size.
func TestCodedRows(t *testing.T) {
	for _, c := range []struct {
		frame panel.CodedFrame
		want  []string
	}{
		{panel.CodedFrame{Type: 'P', Size: decode.Size{Bytes: 12345}, Packet: 12345, QP: 27.25, Least: 19, Most: 31, HasQP: true}, []string{"hevc", "P", "27.2 (19–31)", "", "12 345 bytes"}},
		{panel.CodedFrame{Type: 'B', Size: decode.Size{Bytes: 815, Of: decode.CodedBefore}, Packet: 3}, []string{"hevc", "B", "", "815 bytes", "", "3 bytes"}},
		{panel.CodedFrame{Type: '?'}, []string{"hevc", "", "", "", ""}},
	} {
		var got []string
		for _, row := range codedRows(c.frame, 0, "A", "hevc") {
			got = append(got, row.Value)
		}
		if rows := codedRows(c.frame, 0, "A", "hevc"); !slices.Equal(got, c.want) || rows[0] != (lettering.Row{Label: "A", Value: "hevc"}) {
			t.Errorf("%+v: %q, want %q", c.frame, rows, c.want)
		}
		if rows := codedRows(c.frame, 0, "A", "hevc"); rows[len(rows)-1].Label != "Packet" {
			t.Errorf("%+v: the packet is called %q", c.frame, rows)
		}
	}
}

// TestSizesOf: a caption counts the quads of each size, without those that do not occur.
func TestSizesOf(t *testing.T) {
	if got := sizesOf(&[overlay.Levels]int{0: 57909, 6: 1}); got != "57\u00a0909\u00a0of\u00a01\u00a0px, 1\u00a0of\u00a064\u00a0px" {
		t.Errorf("%q", got)
	}
	if got := sizesOf(&[overlay.Levels]int{}); got != "" {
		t.Errorf("of no quads: %q", got)
	}
}

// TestBlockSizes: a caption counts the blocks of each size, the largest first.
func TestBlockSizes(t *testing.T) {
	p := partition.Picture{Blocks: []partition.Block{{Width: 8, Height: 8}, {Width: 8, Height: 16}, {Width: 16, Height: 8}, {Width: 64, Height: 64}, {Width: 8, Height: 8}}}
	if got, want := blockSizes(&p), "1 of 64×64, 1 of 16×8, 1 of 8×16, 2 of 8×8"; strings.ReplaceAll(got, "\u00a0", " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCodedBlocks: a caption has the number of blocks that are drawn.
func TestCodedBlocks(t *testing.T) {
	rows := codedRows(panel.CodedFrame{Type: 'P'}, 1234, "Codec", "hevc")
	if !slices.Contains(rows, lettering.Row{Label: "Blocks", Value: "1 234"}) {
		t.Errorf("%q", rows)
	}
}
