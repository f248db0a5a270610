package lesson

import (
	"fmt"
	"image"

	"ffkvadrat/overlay"
)

// View returns the view in which the player's orientation turns a square of n × n cells, each as large as a pixel of the target.
func (l *Lesson) View(n int) overlay.View {
	return overlay.View{Width: n, Height: n, Orientation: l.Turn, ScaleX: 1, ScaleY: 1}
}

// ShownChild returns where the ith of four cells in Morton order is on the screen, as an index in Morton order.
func (l *Lesson) ShownChild(i int) int {
	v := l.View(2)
	at := v.Cover(image.Rect(i&1, i>>1, i&1+1, i>>1+1)).Min
	return 2*at.Y + at.X
}

// Stored returns a direction on the screen as one in the stored picture.
func (l *Lesson) Stored(by image.Point) image.Point {
	v := l.View(1)
	t := v.Turn()
	return image.Pt(t.A*by.X+t.C*by.Y, t.B*by.X+t.D*by.Y)
}

// Turned describes how an orientation turns a picture; "" if it does not.
func Turned(o overlay.Orientation) string {
	switch {
	case o == overlay.Orientation{}:
		return ""
	case o.Rotate == 0:
		return "mirrored"
	case o.Mirror:
		return fmt.Sprintf("mirrored and turned by %d°", o.Rotate)
	}
	return fmt.Sprintf("turned by %d°", o.Rotate)
}
