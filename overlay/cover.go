package overlay

import "image"

// Cover returns the rectangle of target pixels that a rectangle of picture pixels covers; both can
// extend past the picture.
func (v *View) Cover(r image.Rectangle) image.Rectangle {
	t := v.Turn()
	x0, y0 := t.A*r.Min.X+t.B*r.Min.Y+t.X, t.C*r.Min.X+t.D*r.Min.Y+t.Y
	x1, y1 := t.A*r.Max.X+t.B*r.Max.Y+t.X, t.C*r.Max.X+t.D*r.Max.Y+t.Y
	var c image.Rectangle
	c.Min.X, c.Min.Y = v.place(min(x0, x1), min(y0, y1))
	c.Max.X, c.Max.Y = v.place(max(x0, x1), max(y0, y1))
	return c
}

// Seen returns the rectangle of picture pixels that are at least partly visible in a rectangle of the
// target.
func (v *View) Seen(within image.Rectangle) image.Rectangle {
	within = within.Intersect(v.Bounds())
	if within.Empty() {
		return image.Rectangle{}
	}
	x0, y0, _ := v.Pick(within.Min.X, within.Min.Y)
	x1, y1, _ := v.Pick(within.Max.X-1, within.Max.Y-1)
	seen := image.Rect(min(x0, x1), min(y0, y1), max(x0, x1)+1, max(y0, y1)+1)
	return seen.Intersect(image.Rect(0, 0, v.Width, v.Height))
}
