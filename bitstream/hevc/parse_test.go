package hevc

import (
	"testing"
)

// parsed parses a byte stream, and calls each for each of its pictures.
func parsed(t testing.TB, stream []byte, each func(p *Picture, accessUnit []byte)) (pictures int) {
	t.Helper()
	var s Stream
	var d Parser
	var p Picture
	for _, accessUnit := range Split(stream) {
		if err := s.Read(accessUnit, &p); err != nil {
			t.Fatal(err)
		}
		if err := d.Parse(&p); err != nil {
			t.Fatal(err)
		}
		if len(p.Segments) > 0 {
			each(&p, accessUnit)
			pictures++
		}
	}
	return pictures
}

// TestEnds: each slice segment of each clip ends exactly where its data end, and the bits of coding tree
// units are all bits of the data.
func TestEnds(t *testing.T) {
	eachClip(t, func(t *testing.T, c clip, stream []byte) {
		n := parsed(t, stream, func(p *Picture, _ []byte) {
			bits, data := 0, 0
			for i := range p.Segments {
				if !p.Segments[i].Ended {
					t.Errorf("picture %d, segment %d does not end", p.POC, i)
				}
				data += 8 * (p.Segments[i].end - p.Segments[i].begin)
			}
			inUnits := 0
			for _, ctu := range p.CTUs {
				bits += int(ctu.Bits)
			}
			for _, cu := range p.CUs {
				inUnits += int(cu.Bits)
			}
			if bits != data || inUnits != data {
				t.Errorf("picture %d: coding tree units of %d bits, coding units of %d, data of %d", p.POC, bits, inUnits, data)
			}
			checkTree(t, p)
		})
		if n != frames {
			t.Errorf("%d pictures, want %d", n, frames)
		}
	})
}

// checkTree checks that coding units cover the picture once, prediction units each coding unit, and
// transform units each coding unit that has any.
func checkTree(t testing.TB, p *Picture) {
	t.Helper()
	w, h := p.SPS.Width/4, p.SPS.Height/4
	cover := func(covered []int, x, y uint16, width, height, value int) {
		for j := int(y) / 4; j < (int(y)+height)/4; j++ {
			for i := int(x) / 4; i < (int(x)+width)/4; i++ {
				if i >= w || j >= h {
					t.Fatalf("picture %d: a block at %d, %d of %d × %d is outside", p.POC, x, y, width, height)
				}
				covered[j*w+i] += value
			}
		}
	}
	cus, pus, tus := make([]int, w*h), make([]int, w*h), make([]int, w*h)
	for i := range p.CUs {
		cu := &p.CUs[i]
		size := 1 << cu.Log2
		cover(cus, cu.X, cu.Y, size, size, 1+i)
		for _, pu := range p.PUs[cu.FirstPU:][:cu.PUs] {
			x, y, width, height := pu.X, pu.Y, int(pu.Width), int(pu.Height)
			if width%4 == 0 && height%4 == 0 {
				cover(pus, x, y, width, height, 1+i)
			}
		}
		if cu.TUs == 0 {
			cover(tus, cu.X, cu.Y, size, size, 1+i)
		}
		for _, tu := range p.TUs[cu.FirstTU:][:cu.TUs] {
			cover(tus, tu.X, tu.Y, 1<<tu.Log2, 1<<tu.Log2, 1+i)
		}
	}
	for i := range cus {
		if cus[i] == 0 || pus[i] != cus[i] || tus[i] != cus[i] {
			t.Fatalf("picture %d: at %d, %d coding unit %d, prediction unit of %d, transform unit of %d", p.POC, i%w*4, i/w*4, cus[i], pus[i], tus[i])
		}
	}
}
