package yuvtest

import "ffkvadrat/yuv"

// Vectors are motion vectors of a picture; see [yuv.MotionVectors].
type Vectors []yuv.MotionVector

// Len implements [yuv.MotionVectors].
func (v Vectors) Len() int { return len(v) }

// At implements [yuv.MotionVectors].
func (v Vectors) At(i int) yuv.MotionVector { return v[i] }
