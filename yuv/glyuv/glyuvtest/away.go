package glyuvtest

import (
	"slices"
	"unsafe"

	"ffkvadrat/gpu/cuda"
	"ffkvadrat/yuv"
)

// Away is a surface that holds a picture's samples in separate memory, as if on a device. The picture's
// planes are black until Fetch.
type Away struct {
	picture *yuv.Picture
	planes  [4][]byte // the samples
	None    bool      // its memory cannot be read
	Refused bool
	Fetched int   // number of fetches
	Lost    error // error of Fetch
}

// TakeAway moves a picture's samples to a surface.
func TakeAway(p *yuv.Picture) *Away {
	a := &Away{picture: p}
	for i, plane := range a.all() {
		a.planes[i] = slices.Clone(plane.Data)
	}
	for _, plane := range a.all() {
		clear(plane.Data)
	}
	p.Surface = a
	return a
}

func (a *Away) all() [4]yuv.Plane {
	p := a.picture
	return [4]yuv.Plane{p.Planes[0], p.Planes[1], p.Planes[2], p.Luma}
}

// Fetch implements [yuv.Surface].
func (a *Away) Fetch() error {
	if a.Lost != nil {
		return a.Lost
	}
	for i, plane := range a.all() {
		copy(plane.Data, a.planes[i])
	}
	a.Fetched++
	return nil
}

// Memory returns system memory in place of a device's.
func (a *Away) Memory(p unsafe.Pointer) (m cuda.Memory, ok bool) {
	if a.None {
		return m, !a.Refused
	}
	for i, plane := range a.all() {
		if plane.Data != nil && p == unsafe.Pointer(&plane.Data[0]) {
			return cuda.Memory{Address: unsafe.Pointer(&a.planes[i][0])}, true
		}
	}
	return m, false
}

// Refuse records that the memory cannot be used.
func (a *Away) Refuse(error) { a.Refused = true }
