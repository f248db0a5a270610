package feature_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// Cells larger than a tile have the critical levels of the reference, in pictures with several
// columns and rows of such cells. Each tile has another contrast.
func TestCriticalsAboveTiles(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 10))
	contrasts := yuvtest.Fill{At: func(plane, x, y, most int) int {
		return (x + y) & 1 * most / 20 * (1 + x/64 + 4*(y/64))
	}}
	p := yuvtest.Tight(yuvtest.Formats[0], 256, 256, contrasts)
	c := feature.NewCriticals()
	var reference feature.Reference
	for range 4 {
		criticals(t, c, &reference, p, channel.RGB, quadpyramid.MaxLevel, random)
	}
}
