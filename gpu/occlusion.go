package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// Occlusion counts the pixels that draws cover, with n independent occlusion queries.
type Occlusion struct {
	dev     *Device
	queries []uint32
}

// NewOcclusion returns n queries.
func (d *Device) NewOcclusion(n int) *Occlusion {
	o := &Occlusion{dev: d, queries: make([]uint32, n)}
	gl.GenQueries(int32(n), &o.queries[0])
	d.live["occlusion"]++
	return o
}

// Release frees the queries.
func (o *Occlusion) Release() {
	if o == nil || o.queries == nil {
		return
	}
	gl.DeleteQueries(int32(len(o.queries)), &o.queries[0])
	o.dev.live["occlusion"]--
	o.queries = nil
}

// Begin starts counting for query i; one query counts at a time.
func (o *Occlusion) Begin(i int) { gl.BeginQuery(gl.SAMPLES_PASSED, o.queries[i]) }

// End ends the current query.
func (o *Occlusion) End() { gl.EndQuery(gl.SAMPLES_PASSED) }

// Count waits for the GPU and returns the number of pixels of query i.
func (o *Occlusion) Count(i int) (n uint32) {
	gl.GetQueryObjectuiv(o.queries[i], gl.QUERY_RESULT, &n)
	return n
}
