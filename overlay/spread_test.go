package overlay

import (
	"math"
	"slices"
	"testing"

	"ffkvadrat/analysis/partition"
)

// TestSpread: each block is in the bin of its value, with its pixels and bits; the shares of all bins add up to 1.
func TestSpread(t *testing.T) {
	var p partition.Picture
	p.Reset(64, 32)
	p.Add(partition.Block{Width: 32, Height: 32, QP: 20, HasQP: true, Type: partition.Intra, Rate: partition.RateOf(60, 32, 32), HasRate: true})
	p.Add(partition.Block{X: 32, Width: 16, Height: 32, QP: 22, HasQP: true, Type: partition.Inter, Rate: partition.RateOf(30, 16, 32), HasRate: true})
	p.Add(partition.Block{X: 48, Width: 16, Height: 32, QP: 31, HasQP: true, Type: partition.Inter, Rate: partition.RateOf(10, 16, 32), HasRate: true})
	type shares map[string][2]float64
	style := func(by BlockColouring, low, high int) CodecStyle { return CodecStyle{Colour: by, Low: low, High: high} }
	for name, c := range map[string]struct {
		got  []Bin
		want shares
	}{
		"sizes": {SizeSpread(&p), shares{"16 px": {0.5, 0.4}, "32 px": {0.5, 0.6}}},
		"QPs": {
			func() []Bin { s := style(ByQuantiser, 20, 31); return s.Spread(&p, 4) }(),
			shares{"20–22": {0.75, 0.9}, "23–25": {}, "26–28": {}, "29–31": {0.25, 0.1}},
		},
		"types": {func() []Bin { s := style(ByType, 0, 0); return s.Spread(&p, 4) }(), shares{"intra": {0.5, 0.6}, "inter": {0.5, 0.4}, "skip": {}}},
		"bits":  {func() []Bin { s := style(ByBits, 5, 20); return s.Spread(&p, 4) }(), shares{"< 10": {0.25, 0.1}, "10–20": {0.75, 0.9}, "≥ 20": {}}},
		"none":  {func() []Bin { s := style(ByNothing, 0, 0); return s.Spread(&p, 4) }(), shares{}},
	} {
		if len(c.got) != len(c.want) {
			t.Errorf("%s: %+v, want %v", name, c.got, c.want)
		}
		for _, bin := range c.got {
			if want := c.want[bin.Name]; math.Abs(bin.Area-want[0]) > 1e-9 || math.Abs(bin.Bits-want[1]) > 1e-9 {
				t.Errorf("%s: %+v, want %v", name, bin, want)
			}
		}
	}
	for told, want := range map[partition.Told][]string{
		{}: {"intra", "inter", "skip"}, {partition.Intra: true, partition.Inter: true}: {"skip"}, {partition.Intra: true, partition.Inter: true, partition.Skipped: true}: nil,
	} {
		var unknown []string
		p.Told = told
		types := style(ByType, 0, 0)
		for _, bin := range types.Spread(&p, 4) {
			if bin.Unknown {
				unknown = append(unknown, bin.Name)
			}
		}
		if !slices.Equal(unknown, want) {
			t.Errorf("told %v: %q are unknown, want %q", told, unknown, want)
		}
	}
	for i := range p.Blocks { // their QPs code nothing
		p.Blocks[i].Type = partition.Skipped
		names, s := []string(nil), style(ByQuantiser, 20, 31)
		for _, bin := range s.Spread(&p, 4) {
			names = append(names, bin.Name)
			if bin.Name == "skip" && (math.Abs(bin.Area-[]float64{0.5, 0.75, 1}[i]) > 1e-9 || math.Abs(bin.Bits-[]float64{0.6, 0.9, 1}[i]) > 1e-9) {
				t.Errorf("%d skipped: %+v", i+1, bin)
			}
		}
		if want := [][]string{{"22–24", "25–27", "28–30", "31", "skip"}, {"31", "skip"}, {"skip"}}[i]; !slices.Equal(names, want) {
			t.Errorf("%d skipped: %q, want %q", i+1, names, want)
		}
	}
	if of := style(ByBits, 0, 5); slices.ContainsFunc(of.Spread(new(partition.Picture), 4), func(Bin) bool { return true }) {
		t.Error("bins without blocks")
	}
}
