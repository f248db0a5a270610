package av1

import (
	"strings"
	"testing"
)

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

// TestNames: names and values of luma modes are those of the standard, with 13 for NEARESTMV, the first one of inter blocks.
func TestNames(t *testing.T) {
	want := strings.Fields(`DC_PRED V_PRED H_PRED D45_PRED D135_PRED D113_PRED D157_PRED D203_PRED D67_PRED SMOOTH_PRED SMOOTH_V_PRED SMOOTH_H_PRED
		PAETH_PRED NEARESTMV NEARMV GLOBALMV NEWMV NEAREST_NEARESTMV NEAR_NEARMV NEAREST_NEWMV NEW_NEARESTMV NEAR_NEWMV NEW_NEARMV GLOBAL_GLOBALMV
		NEW_NEWMV`)
	for m := DCPred; m <= NewNewMV; m++ {
		if m != CfLPred && m.Name() != want[m.Number()] {
			t.Errorf("mode %d is %s, want %s", m, m.Name(), want[m.Number()])
		}
	}
	if CfLPred.Number() != 13 || CfLPred.Name() != "" || (NewNewMV+1).Name() != "" {
		t.Errorf("chroma from luma is %d, %q; after the last mode is %q", CfLPred.Number(), CfLPred.Name(), (NewNewMV + 1).Name())
	}
}
