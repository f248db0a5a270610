// Package edgetest has discriminators for tests: every operator, with
// thresholds over its whole scale, and bands.
package edgetest

import (
	"ffkvadrat/edge"
	"ffkvadrat/yuv"
)

// Discriminators returns those that pictures of a format can have: each operator on
// luma and, if there is chroma, on all planes, inverted and not.
func Discriminators(f yuv.Format) []edge.Discriminator {
	var list []edge.Discriminator
	for _, op := range edge.Operators() {
		for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes} {
			if planes == edge.AllPlanes && (op.Kind() != edge.Differences || f.Model == yuv.RGB) {
				continue
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
	return list
}
