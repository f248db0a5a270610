package headless

import (
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// The GPU's copy of a picture survives the release of the picture's memory.
func TestCloneSharesNothing(t *testing.T) {
	for _, f := range yuvtest.Formats {
		f.Alpha = true
		p := yuvtest.Picture(f, 8, 6, yuvtest.Fills(1)[5])
		vectors := yuv.VectorList{{Width: 8, Height: 8, DX: 128}}
		p.Vectors = vectors
		c := clone(p)
		vectors[0].DX = 0
		if c.Vectors.Len() != 1 || c.Vectors.At(0).DX != 128 {
			t.Errorf("%s: vectors are shared, or not whole", f.Name)
		}
		for i, plane := range [][2][]byte{
			{p.Planes[0].Data, c.Planes[0].Data}, {p.Planes[1].Data, c.Planes[1].Data}, {p.Planes[2].Data, c.Planes[2].Data},
			{p.Luma.Data, c.Luma.Data}, {p.Alpha.Data, c.Alpha.Data},
		} {
			if len(plane[0]) != len(plane[1]) || len(plane[0]) > 0 && &plane[0][0] == &plane[1][0] {
				t.Errorf("%s: plane %d is shared, or not whole", f.Name, i)
			}
		}
		if len(p.Alpha.Data) == 0 {
			t.Errorf("%s: no alpha", f.Name)
		}
	}
}
