package av1

import "testing"

// TestDescribe: blocks are described in the standard's words.
func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		block Block
		want  string
	}{
		{Block{Filter: -1, Chroma: true}, "DC"},
		{Block{Filter: -1, Mode: D45Pred, AngleY: -2, Chroma: true, UVMode: CfLPred}, "D45 -6°, chroma by luma (CFL)"},
		{Block{Filter: 3, Segment: 2}, "filter intra 3, segment 2"},
		{Block{Filter: -1, PaletteY: 4, PaletteUV: 2, Chroma: true}, "a palette of 4, chroma by a palette of 2"},
		{Block{IntraBC: true, Inter: true, Filter: -1}, "intra block copy"},
		{Block{Inter: true, Mode: NewMV, Ref: [2]int8{lastFrame, noFrame}, Motion: OBMC, Compound: CompoundAverage}, "NEWMV of LAST, OBMC"},
		{Block{Inter: true, Mode: NearestNewMV, Ref: [2]int8{goldenFrame, altrefFrame}, Compound: CompoundWedge}, "NEAREST_NEWMV of GOLDEN and ALTREF, wedge"},
		{Block{Inter: true, Mode: GlobalMV, Ref: [2]int8{bwdrefFrame, intraFrame}, InterIntra: true, Compound: CompoundIntra}, "GLOBALMV of BWDREF, inter-intra"},
		{Block{Inter: true, SkipMode: true, Mode: NearestNearestMV, Ref: [2]int8{lastFrame, bwdrefFrame}, Compound: CompoundAverage}, "skip mode of LAST and BWDREF"},
	} {
		if got := c.block.Describe(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.block, got, c.want)
		}
	}
}
