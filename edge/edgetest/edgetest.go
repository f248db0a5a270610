// Package edgetest provides discriminators for tests: every operator, with thresholds over its
// whole scale, and bands.
package edgetest

import (
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Discriminators returns the discriminators for pictures of a format: each operator on luma and, if
// there is chroma, on all planes, inverted and not.
func Discriminators(f yuv.Format) []edge.Discriminator {
	var list []edge.Discriminator
	for _, op := range edge.Operators() {
		if op.Kind() == edge.Distance {
			continue
		}
		for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes, edge.AlphaPlane} {
			if planes == edge.AllPlanes && (op.Kind() != edge.Differences || f.Model == yuv.RGB) {
				continue
			}
			if planes == edge.AlphaPlane && (!f.Alpha || op%3 != 0) {
				continue // alpha is read as luma is: some operators suffice
			}
			most := op.MaxThreshold(planes)
			for i, part := range []float64{0, 0.0005, 0.02, 0.3, 0.6, 1} {
				d := edge.Discriminator{Operator: op, Planes: planes, Threshold: part * most, Invert: i%2 == 1}
				if op == edge.Range {
					d.Low = d.Threshold * 0.7
				}
				list = append(list, d)
				if op != edge.Range && op.TakesLow() && i > 1 {
					d.Low = d.Threshold * 0.05
					list = append(list, d)
				}
			}
		}
	}
	return append(list, distances(f)...)
}

// distances returns the operators that compare colours.
func distances(f yuv.Format) []edge.Discriminator {
	var list []edge.Discriminator
	dark, light := channel.Vector{1000, 2000, 3000}, channel.Vector{9000, 16383, 12000}
	for space := range channel.SpaceCount {
		if channel.Check(f, space) != nil {
			continue
		}
		for i, t := range []float64{0, 0.0005, 0.1, 0.5, 3} {
			d := edge.Discriminator{Operator: edge.Colour, Threshold: t, Features: space, Invert: i%2 == 1}
			d.Colours = channel.Box{Low: light, High: light}
			list = append(list, d)
			d.Operator, d.Colours, d.Low = edge.Box, channel.Box{Low: dark, High: light}, t/8
			list = append(list, d)
		}
	}
	return list
}
