package av1

// Where each table of CDFs starts in cdfs. A CDF of n symbols has (n+3)/4 words.
const (
	cdfIntraFrameYMode  = 0
	cdfYMode            = cdfIntraFrameYMode + 25*4
	cdfUVMode           = cdfYMode + 4*4
	cdfUVModeCfL        = cdfUVMode + 13*4
	cdfAngleDelta       = cdfUVModeCfL + 13*4
	cdfIntraBC          = cdfAngleDelta + 8*2
	cdfPartition8       = cdfIntraBC + 1
	cdfPartition16      = cdfPartition8 + 4
	cdfPartition32      = cdfPartition16 + 4*3
	cdfPartition64      = cdfPartition32 + 4*3
	cdfPartition128     = cdfPartition64 + 4*3
	cdfTx8              = cdfPartition128 + 4*2
	cdfTx16             = cdfTx8 + 3
	cdfTx32             = cdfTx16 + 3
	cdfTx64             = cdfTx32 + 3
	cdfTxSplit          = cdfTx64 + 3
	cdfFilterIntraMode  = cdfTxSplit + 21
	cdfFilterIntra      = cdfFilterIntraMode + 2
	cdfSegmentID        = cdfFilterIntra + 22
	cdfSegmentPredicted = cdfSegmentID + 3*2
	cdfNewMV            = cdfSegmentPredicted + 3
	cdfZeroMV           = cdfNewMV + 6
	cdfRefMV            = cdfZeroMV + 2
	cdfDRL              = cdfRefMV + 6
	cdfIsInter          = cdfDRL + 3
	cdfCompMode         = cdfIsInter + 4
	cdfSkipMode         = cdfCompMode + 5
	cdfSkip             = cdfSkipMode + 3
	cdfCompRef          = cdfSkip + 3
	cdfCompBwdRef       = cdfCompRef + 9
	cdfSingleRef        = cdfCompBwdRef + 6
	cdfCompoundMode     = cdfSingleRef + 18
	cdfInterpFilter     = cdfCompoundMode + 8*2
	cdfMotionMode       = cdfInterpFilter + 16
	cdfMVJoint          = cdfMotionMode + 22
	cdfMVClass          = cdfMVJoint + 2
	cdfMVClass0Bit      = cdfMVClass + 4*3
	cdfMVClass0Fr       = cdfMVClass0Bit + 4
	cdfMVFr             = cdfMVClass0Fr + 8
	cdfMVClass0HP       = cdfMVFr + 4
	cdfMVHP             = cdfMVClass0HP + 4
	cdfMVSign           = cdfMVHP + 4
	cdfMVBit            = cdfMVSign + 4
	cdfPaletteYSize     = cdfMVBit + 40
	cdfPaletteUVSize    = cdfPaletteYSize + 7*2
	cdfPaletteY2        = cdfPaletteUVSize + 7*2
	cdfPaletteY3        = cdfPaletteY2 + 5
	cdfPaletteY4        = cdfPaletteY3 + 5
	cdfPaletteY5        = cdfPaletteY4 + 5
	cdfPaletteY6        = cdfPaletteY5 + 5*2
	cdfPaletteY7        = cdfPaletteY6 + 5*2
	cdfPaletteY8        = cdfPaletteY7 + 5*2
	cdfPaletteUV2       = cdfPaletteY8 + 5*2
	cdfPaletteUV3       = cdfPaletteUV2 + 5
	cdfPaletteUV4       = cdfPaletteUV3 + 5
	cdfPaletteUV5       = cdfPaletteUV4 + 5
	cdfPaletteUV6       = cdfPaletteUV5 + 5*2
	cdfPaletteUV7       = cdfPaletteUV6 + 5*2
	cdfPaletteUV8       = cdfPaletteUV7 + 5*2
	cdfPaletteYMode     = cdfPaletteUV8 + 5*2
	cdfPaletteUVMode    = cdfPaletteYMode + 21
	cdfDeltaQ           = cdfPaletteUVMode + 2
	cdfDeltaLF          = cdfDeltaQ + 1
	cdfDeltaLFMulti     = cdfDeltaLF + 1
	cdfIntraTx1         = cdfDeltaLFMulti + 4
	cdfIntraTx2         = cdfIntraTx1 + 26*2
	cdfInterTx1         = cdfIntraTx2 + 39*2
	cdfInterTx2         = cdfInterTx1 + 2*4
	cdfInterTx3         = cdfInterTx2 + 3
	cdfCompoundIdx      = cdfInterTx3 + 4
	cdfCompGroupIdx     = cdfCompoundIdx + 6
	cdfCompoundType     = cdfCompGroupIdx + 6
	cdfInterIntra       = cdfCompoundType + 22
	cdfInterIntraMode   = cdfInterIntra + 3
	cdfWedgeIndex       = cdfInterIntraMode + 3
	cdfWedgeInterIntra  = cdfWedgeIndex + 22*4
	cdfUseOBMC          = cdfWedgeInterIntra + 22
	cdfCompRefType      = cdfUseOBMC + 22
	cdfUniCompRef       = cdfCompRefType + 5
	cdfCfLSign          = cdfUniCompRef + 9
	cdfCfLAlpha         = cdfCfLSign + 2
	cdfUseWiener        = cdfCfLAlpha + 6*4
	cdfUseSgrproj       = cdfUseWiener + 1
	cdfRestorationType  = cdfUseSgrproj + 1
	cdfTxbSkip          = cdfRestorationType + 1
	cdfEOBPt16          = cdfTxbSkip + 65
	cdfEOBPt32          = cdfEOBPt16 + 4*2
	cdfEOBPt64          = cdfEOBPt32 + 4*2
	cdfEOBPt128         = cdfEOBPt64 + 4*2
	cdfEOBPt256         = cdfEOBPt128 + 4*2
	cdfEOBPt512         = cdfEOBPt256 + 4*3
	cdfEOBPt1024        = cdfEOBPt512 + 2*3
	cdfEOBExtra         = cdfEOBPt1024 + 2*3
	cdfDCSign           = cdfEOBExtra + 90
	cdfCoeffBaseEOB     = cdfDCSign + 6
	cdfCoeffBase        = cdfCoeffBaseEOB + 40
	cdfCoeffBr          = cdfCoeffBase + 420
	cdfWords            = cdfCoeffBr + 210
)

// tables are the tables of CDFs in the order of defaults.bin, with the number of their CDFs and of symbols. Those of
// coefficients follow one another, and have defaults for four ranges of base_q_idx.
var tables = [...]table{
	{cdfIntraFrameYMode, 25, 13},
	{cdfYMode, 4, 13},
	{cdfUVMode, 13, 13},
	{cdfUVModeCfL, 13, 14},
	{cdfAngleDelta, 8, 7},
	{cdfIntraBC, 1, 2},
	{cdfPartition8, 4, 4},
	{cdfPartition16, 4, 10},
	{cdfPartition32, 4, 10},
	{cdfPartition64, 4, 10},
	{cdfPartition128, 4, 8},
	{cdfTx8, 3, 2},
	{cdfTx16, 3, 3},
	{cdfTx32, 3, 3},
	{cdfTx64, 3, 3},
	{cdfTxSplit, 21, 2},
	{cdfFilterIntraMode, 1, 5},
	{cdfFilterIntra, 22, 2},
	{cdfSegmentID, 3, 8},
	{cdfSegmentPredicted, 3, 2},
	{cdfNewMV, 6, 2},
	{cdfZeroMV, 2, 2},
	{cdfRefMV, 6, 2},
	{cdfDRL, 3, 2},
	{cdfIsInter, 4, 2},
	{cdfCompMode, 5, 2},
	{cdfSkipMode, 3, 2},
	{cdfSkip, 3, 2},
	{cdfCompRef, 9, 2},
	{cdfCompBwdRef, 6, 2},
	{cdfSingleRef, 18, 2},
	{cdfCompoundMode, 8, 8},
	{cdfInterpFilter, 16, 3},
	{cdfMotionMode, 22, 3},
	{cdfMVJoint, 2, 4},
	{cdfMVClass, 4, 11},
	{cdfMVClass0Bit, 4, 2},
	{cdfMVClass0Fr, 8, 4},
	{cdfMVFr, 4, 4},
	{cdfMVClass0HP, 4, 2},
	{cdfMVHP, 4, 2},
	{cdfMVSign, 4, 2},
	{cdfMVBit, 40, 2},
	{cdfPaletteYSize, 7, 7},
	{cdfPaletteUVSize, 7, 7},
	{cdfPaletteY2, 5, 2},
	{cdfPaletteY3, 5, 3},
	{cdfPaletteY4, 5, 4},
	{cdfPaletteY5, 5, 5},
	{cdfPaletteY6, 5, 6},
	{cdfPaletteY7, 5, 7},
	{cdfPaletteY8, 5, 8},
	{cdfPaletteUV2, 5, 2},
	{cdfPaletteUV3, 5, 3},
	{cdfPaletteUV4, 5, 4},
	{cdfPaletteUV5, 5, 5},
	{cdfPaletteUV6, 5, 6},
	{cdfPaletteUV7, 5, 7},
	{cdfPaletteUV8, 5, 8},
	{cdfPaletteYMode, 21, 2},
	{cdfPaletteUVMode, 2, 2},
	{cdfDeltaQ, 1, 4},
	{cdfDeltaLF, 1, 4},
	{cdfDeltaLFMulti, 4, 4},
	{cdfIntraTx1, 26, 7},
	{cdfIntraTx2, 39, 5},
	{cdfInterTx1, 2, 16},
	{cdfInterTx2, 1, 12},
	{cdfInterTx3, 4, 2},
	{cdfCompoundIdx, 6, 2},
	{cdfCompGroupIdx, 6, 2},
	{cdfCompoundType, 22, 2},
	{cdfInterIntra, 3, 2},
	{cdfInterIntraMode, 3, 4},
	{cdfWedgeIndex, 22, 16},
	{cdfWedgeInterIntra, 22, 2},
	{cdfUseOBMC, 22, 2},
	{cdfCompRefType, 5, 2},
	{cdfUniCompRef, 9, 2},
	{cdfCfLSign, 1, 8},
	{cdfCfLAlpha, 6, 16},
	{cdfUseWiener, 1, 2},
	{cdfUseSgrproj, 1, 2},
	{cdfRestorationType, 1, 3},
}

var coefficientTables = [...]table{
	{cdfTxbSkip, 65, 2},
	{cdfEOBPt16, 4, 5},
	{cdfEOBPt32, 4, 6},
	{cdfEOBPt64, 4, 7},
	{cdfEOBPt128, 4, 8},
	{cdfEOBPt256, 4, 9},
	{cdfEOBPt512, 2, 10},
	{cdfEOBPt1024, 2, 11},
	{cdfEOBExtra, 90, 2},
	{cdfDCSign, 6, 2},
	{cdfCoeffBaseEOB, 40, 3},
	{cdfCoeffBase, 420, 4},
	{cdfCoeffBr, 210, 4},
}
