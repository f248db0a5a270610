package cuda

import (
	"fmt"
	"strings"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// grain adds noise of up to ±2 to a fill. Without noise, as in videos that were compressed much, D is 0 at
// a third of the pixels.
func grain(fill yuvtest.Fill) yuvtest.Fill {
	return yuvtest.Fill{Name: fill.Name + "-grain", At: func(plane, x, y, most int) int {
		hash := uint32(x+y<<14) * 0x9e3779b1
		hash = (hash ^ hash>>15) * 0x85ebca6b
		return min(max(fill.At(plane, x, y, most)+int((hash^hash>>13)%5)-2, 0), most)
	}}
}

// BenchmarkPoints measures lists of points as BenchmarkPeers measures quads, where about 5, 50 and 95 %
// of the pixels are points.
func BenchmarkPoints(b *testing.B) {
	cub := build(b)
	fill := grain(yuvtest.Video(b, yuvtest.Fills(seed)[5]))
	small := made(1920, 1080, fill)
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}, {7680, 4320}} {
		p := made(size[0], size[1], fill)
		cub.write(b, p)
		for _, percent := range []int{5, 50, 95} {
			b.Run(fmt.Sprintf("size=%dx%d/content=%s/active=%d", size[0], size[1], fill.Name, percent), func(b *testing.B) {
				measurePoints(b, cub, p, decisionFor(b, small, percent))
			})
		}
	}
}

// decisionFor returns the lowest decision that makes at least so many percent of the pixels points.
func decisionFor(b *testing.B, p *yuv.Picture, percent int) edge.Decision {
	b.Helper()
	d := decide(b, p, 0.01)
	var mask edge.Mask
	var reference edge.Reference
	low, high := uint64(0), d.MaxSum(p.Format)+1
	for low+1 < high {
		d.Upper = (low + high) / 2
		reference.Run(&mask, p, d)
		n := 0
		for _, leaf := range mask.Leaf {
			n += int(leaf)
		}
		if 100*n < percent*len(mask.Leaf) {
			low = d.Upper
		} else {
			high = d.Upper
		}
	}
	d.Upper = high
	return d
}

// measurePoints reports every time as a separate benchmark.
func measurePoints(b *testing.B, cub program, p *yuv.Picture, d edge.Decision) {
	b.Helper()
	want := compare(b, cub, p, d)
	dev := gputest.Open(b)
	compareEngines(b, dev, p, d, want)
	peers := []string{"plain", "plain-values", "points", "points-values"}
	cubTimes := cub.times(b, p, d.Upper, runs, peers)
	ourTimes := newEngines(b, dev, p, d).pointTimes(runs)

	report := func(name string, ns float64) {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(ns, "ns/op")
			b.ReportMetric(float64(len(want.points)), "points")
		})
	}
	for _, queue := range []string{"single", "queued"} {
		for _, name := range pointNames {
			report("engine="+name+"/queue="+queue, ourTimes[name+"-"+queue])
			report("engine="+name+"-count/queue="+queue, ourTimes[name+"-count-"+queue])
		}
		for _, peer := range peers {
			for _, part := range []string{"", "-edge", "-select"} {
				for _, form := range []string{"stream", "graph"} {
					report("cub="+peer+part+"/form="+form+"/queue="+queue, cubTimes[peer+part+"-"+form+"-"+queue])
				}
			}
		}
	}
	for _, name := range pointNames {
		bytes := p.Width*p.Height + 4*len(want.points)
		if strings.HasSuffix(name, "-values") {
			bytes += 4 * len(want.points)
		}
		report("floor=bytes-"+name, float64(bytes)*perByte(cubTimes))
	}
}
