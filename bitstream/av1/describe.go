package av1

import (
	"fmt"
	"strings"
)

// modeNames are the standard's names of modes, without their endings.
var modeNames = [...]string{
	DCPred: "DC", VPred: "V", HPred: "H", D45Pred: "D45", D135Pred: "D135", D113Pred: "D113", D157Pred: "D157", D203Pred: "D203", D67Pred: "D67",
	SmoothPred: "SMOOTH", SmoothVPred: "SMOOTH_V", SmoothHPred: "SMOOTH_H", PaethPred: "PAETH", CfLPred: "luma (CFL)",
	NearestMV: "NEARESTMV", NearMV: "NEARMV", GlobalMV: "GLOBALMV", NewMV: "NEWMV", NearestNearestMV: "NEAREST_NEARESTMV", NearNearMV: "NEAR_NEARMV",
	NearestNewMV: "NEAREST_NEWMV", NewNearestMV: "NEW_NEARESTMV", NearNewMV: "NEAR_NEWMV", NewNearMV: "NEW_NEARMV",
	GlobalGlobalMV: "GLOBAL_GLOBALMV", NewNewMV: "NEW_NEWMV",
}

// frameNames are the standard's names of references, without their endings.
var frameNames = [...]string{"INTRA", "LAST", "LAST2", "LAST3", "GOLDEN", "BWDREF", "ALTREF2", "ALTREF"}

// String returns the standard's name of a mode, without its ending.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode %d", uint8(m))
}

// Name returns the standard's whole name of a luma mode, such as DC_PRED or NEARESTMV.
func (m Mode) Name() string {
	if int(m) < len(lumaNames) {
		return lumaNames[m]
	}
	return ""
}

// lumaNames has the names that Name returns.
var lumaNames = func() (names [len(modeNames)]string) {
	for m, name := range modeNames {
		if names[m] = name; Mode(m) < CfLPred {
			names[m] += "_PRED"
		}
	}
	names[CfLPred] = "" // of chroma
	return names
}()

// Number returns the standard's value of a mode; NEARESTMV has that of the chroma mode UV_CFL_PRED.
func (m Mode) Number() int {
	if m > CfLPred {
		return int(m) - 1
	}
	return int(m)
}

// Describe returns how the block is predicted, in the standard's words.
func (b *Block) Describe() string {
	var words []string
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	switch {
	case b.IntraBC:
		add("intra block copy")
	case b.Inter:
		b.describeInter(add)
	default:
		b.describeIntra(add)
	}
	if b.Segment > 0 {
		add("segment %d", b.Segment)
	}
	return strings.Join(words, ", ")
}

// describeIntra adds the words of an intra block.
func (b *Block) describeIntra(add func(format string, args ...any)) {
	switch {
	case b.PaletteY > 0:
		add("a palette of %d", b.PaletteY)
	case b.Filter >= 0:
		add("filter intra %d", b.Filter)
	case b.AngleY != 0:
		add("%v %+d°", b.Mode, 3*int(b.AngleY))
	default:
		add("%v", b.Mode)
	}
	switch {
	case !b.Chroma:
	case b.PaletteUV > 0:
		add("chroma by a palette of %d", b.PaletteUV)
	case b.AngleUV != 0:
		add("chroma by %v %+d°", b.UVMode, 3*int(b.AngleUV))
	case b.UVMode != b.Mode || b.PaletteY > 0 || b.Filter >= 0 || b.AngleY != 0:
		add("chroma by %v", b.UVMode)
	}
}

// describeInter adds the words of an inter block.
func (b *Block) describeInter(add func(format string, args ...any)) {
	frames := frameNames[b.Ref[0]]
	if b.Ref[1] > intraFrame {
		frames += " and " + frameNames[b.Ref[1]]
	}
	if b.SkipMode {
		add("skip mode of %s", frames)
	} else {
		add("%v of %s", b.Mode, frames)
	}
	if b.InterIntra {
		add("inter-intra")
	}
	add2 := func(on bool, word string) {
		if on {
			add("%s", word)
		}
	}
	add2(b.Compound == CompoundWedge, "wedge")
	add2(b.Compound == CompoundDiffWeighted, "weights by difference")
	add2(b.Compound == CompoundDistance, "weights by distance")
	add2(b.Motion == OBMC, "OBMC")
	add2(b.Motion == LocalWarp, "local warp")
}
