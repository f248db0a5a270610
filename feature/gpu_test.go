package feature_test

import (
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

func openGPU(t testing.TB, dev *gpu.Device) engine {
	t.Helper()
	g, err := feature.NewGPU(dev)
	if err != nil {
		t.Fatal(err)
	}
	return engine{"GPU", func(p *yuv.Picture, planes *yuv.Buffers, space feature.Space, level uint32, limits quadpyramid.Limits) (*quadpyramid.DeviceList, error) {
		if err := g.Tiles(p, planes, space, level, limits); err != nil {
			return nil, err
		}
		return g.List(), nil
	}, g.Release}
}
