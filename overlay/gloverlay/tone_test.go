package gloverlay

import (
	"image"
	"slices"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// TestToneEqualsCPU compares the sums of a tone and the selected quads exactly, for lists shorter and
// longer than a turn of all workgroups.
func TestToneEqualsCPU(t *testing.T) {
	dev := gputest.Open(t)
	renderer, err := NewRenderer(dev)
	gputest.Own(t, renderer, err)
	for _, c := range []struct {
		width, height, capacity int
		orientations            []overlay.Orientation
	}{
		{1, 1, 1, overlaytest.Orientations},
		{70, 45, quadpyramid.Capacity(70, 45), overlaytest.Orientations},
		{70, 45, maxGroups * groupSize, overlaytest.Orientations[3:4]},
		{1024, 512, quadpyramid.Capacity(1024, 512), overlaytest.Orientations[:2]},
	} {
		width, height := c.width, c.height
		_, quads := overlaytest.Scene(t, width, height)
		if width == 1024 {
			if quads = pavement(width, height); len(quads) <= maxGroups*groupSize {
				t.Fatalf("%d quads, which one turn of all workgroups takes", len(quads))
			}
		}
		list, err := glpyramid.NewList(dev, c.capacity)
		if err != nil {
			t.Fatal(err)
		}
		if err := list.Upload(quads); err != nil {
			t.Fatal(err)
		}
		for _, o := range c.orientations {
			for _, v := range []overlay.View{
				overlay.Native(width, height, o, 1.1),
				overlay.Fit(width, height, o, 1, image.Rect(20, 10, 420, 250), 430, 260),
				overlay.Zoomed(width, height, o, 1, 3.3, 20, 30, image.Rect(0, 0, 100, 90), 100, 90),
			} {
				for _, s := range []overlay.Style{{Opacity: 0.8, LineWidth: 1}, {Opacity: 1, LineWidth: 3}, {Look: overlay.Fill, Opacity: 0.5, LineWidth: 1}, {Opacity: 0.7, LineWidth: 1, Only: 2}} {
					if !s.Toned(&v) {
						continue
					}
					target, err := dev.NewTarget("display", v.TargetWidth, v.TargetHeight)
					if err != nil {
						t.Fatal(err)
					}
					target.DrawTo()
					if err := renderer.Quads(Quads{List: list}, nil, &v, TopFirst, s); err != nil {
						t.Fatal(err)
					}
					target.Release()
					var twin overlay.Toner
					sums, outlined := twin.Spread(quads, nil, &v, s)
					dev.Barrier(gpu.ToReadback)
					gotSums, got, command := make([]uint64, len(sums)), make([]uint32, len(outlined)), make([]uint32, 5)
					gpu.ReadSlice(renderer.tone.sums, gotSums)
					gpu.ReadSlice(renderer.tone.chosen, got)
					gpu.ReadSlice(renderer.tone.commands, command)
					if !slices.Equal(gotSums, sums) {
						t.Errorf("%d×%d %v %v: other sums", width, height, v, s)
					}
					if int(command[4]) != len(outlined) || !slices.Equal(got, outlined) {
						t.Errorf("%d×%d %v %v: %d chosen, want %d, or others", width, height, v, s, command[4], len(outlined))
					}
				}
			}
		}
		list.Release()
	}
}

// pavement covers a picture with quads of 16 pixels and, around them, three of one pixel in each four.
func pavement(width, height int) (quads []quadpyramid.Quad) {
	for y := range height {
		for x := range width {
			switch large := (x/16+y/16)%5 == 0; {
			case !large && (x&y&1 == 0):
				quads = append(quads, quadpyramid.NewQuad(x, y, 0))
			case large && x%16+y%16 == 0:
				quads = append(quads, quadpyramid.NewQuad(x, y, 4))
			}
		}
	}
	return quads
}
