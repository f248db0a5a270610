package particles

import "math"

// light adds the light of the sample (x, y) of a particle to sum, times shade.
func (p *Painter) light(sum *Vec, d *disc, c *Particle, x, y int, shade float64) {
	l := &p.look
	u, v := (float64(x)+0.5-d.x)/d.r, (float64(y)+0.5-d.y)/d.r
	w := math.Sqrt(1 - u*u - v*v)
	// The unit normal in the camera's axes. A Vec would be in memory here, and slower.
	nx, ny, nz := d.normal[0]+u*d.round, d.normal[1]-v*d.round, d.normal[2]+w*d.round
	if length := math.Sqrt(nx*nx + ny*ny + nz*nz); length > 0 {
		by := 1 / length
		nx, ny, nz = nx*by, ny*by, nz*by
	}
	// Wrapped diffuse lighting: light reaches a little around the edge, as in a cloud.
	key := max(0, (nx*l.Key[0]+ny*l.Key[1]+nz*l.Key[2]+0.25)*(1/1.25))
	fill := max(0, (nx*l.Fill[0]+ny*l.Fill[1]+nz*l.Fill[2]+0.5)*(1/1.5))
	edge := 1 - max(0, nz)
	shine := power40(max(0, nx*p.half[0]+ny*p.half[1]+nz*p.half[2])) * 0.12
	dull := 1 - c.Glow
	for k := range sum {
		lit := l.Ambient[k] + l.KeyColour[k]*key*key + l.FillColour[k]*fill
		v := c.Colour[k]*(lit*dull+c.Glow) + (l.KeyColour[k]*shine+l.Rim[k]*edge*edge*edge)*dull
		v = v*(1-d.haze) + l.Haze[k]*d.haze
		sum[k] += float64(float32(v)) * shade
	}
}

// power40 returns x to the power of 40, 0 to 1.
func power40(x float64) float64 {
	x *= x
	x *= x
	x *= x
	y := x * x
	y *= y
	return x * y
}
