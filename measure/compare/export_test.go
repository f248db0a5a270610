package compare

import (
	"image"
	"io"
	"math"

	"ffkvadrat/measure/edges"
	"ffkvadrat/quadfile"
)

// SetVMAF replaces the filter that scores pictures, and returns a function that undoes this.
func SetVMAF(name, log, options string, scores func(io.Reader) func() (float64, error)) (undo func()) {
	before := vmaf
	vmaf = filter{name, log, options, scores}
	return func() { vmaf = before }
}

// VMAFScores reads the log of libvmaf.
func VMAFScores(r io.Reader) func() (float64, error) { return vmafScores(r) }

// CellRows returns a function that makes the rows by quad of the pictures that a meter has compared.
func CellRows(form Form, names []string, m *edges.Meter, measures *edges.Measures) func() {
	rows := newCellRows(&header{names: names, encodes: []quadfile.Source{{Path: "encode.mkv"}}}, form)
	var it item
	r := row{measures: *measures, place: Place{Index: 3}}
	return func() {
		it.text = it.text[:0]
		it.batch.Clear(len(rows.list))
		rows.add(&it, &r, m)
	}
}

// WorstSquares finds the worst squares of pictures of a size that a meter has compared.
func WorstSquares(f *AreaFinder, m *edges.Meter, size image.Point) FrameAreas {
	return f.squares(m, size)
}

// WorstQuads finds the worst quads of the pictures that a meter has compared.
func WorstQuads(f *AreaFinder, m *edges.Meter) FrameAreas { return f.quads(m, image.Point{}) }

type FrameAreas = frameAreas

// Lasting collects the areas of frames at times, and returns the worst of all.
func Lasting(most int, frames []FrameAreas, times []float64) []Area {
	w := worstAreas{most: most}
	for i := range frames {
		w.add(&frames[i], Place{Seconds: times[i]})
	}
	w.until(math.Inf(1))
	return w.list
}

type AreaFinder = areaFinder
