package ladder

import (
	"bytes"
	"fmt"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// listBytes returns the bytes for the positions and sizes of quads: those of the quadtree's code in
// an .ffq file.
func listBytes(width, height int, quads []quadpyramid.Quad) (int, error) {
	var tree treecode.Tree
	if err := tree.Build(width, height, quads); err != nil {
		return 0, fmt.Errorf("ladder: %w", err)
	}
	return len(new(treecode.Encoder).Append(nil, &tree, nil, &treecode.Details{})), nil
}

// sampleBytes returns the bytes for the samples that a picture is reconstructed from: the mean or
// the corners of each quad, in the order of the list, and then the pixels outside all quads, line
// by line; each as its difference to the previous one.
func (m *meter) sampleBytes(p, made *yuv.Picture, fill reconstruction.Fill, quads []quadpyramid.Quad) (int, error) {
	m.samples = m.samples[:0]
	before, deep := 0, p.Format.Depth > 8
	add := func(x, y int) {
		v := min(made.Sample(-1, x, y), p.Format.MaxValue())
		d := v - before
		before = v
		m.samples = append(m.samples, byte(d))
		if deep {
			m.samples = append(m.samples, byte(d>>8))
		}
	}
	m.covered = append(m.covered[:0], make([]bool, p.Width*p.Height)...)
	for _, q := range quads {
		x, y, last := q.X(), q.Y(), q.Size()-1
		add(x, y)
		if fill == reconstruction.Linear && last > 0 {
			add(x+last, y)
			add(x, y+last)
			add(x+last, y+last)
		}
		for row := y; row <= y+last; row++ {
			line := m.covered[row*p.Width+x:][:last+1]
			for i := range line {
				line[i] = true
			}
		}
	}
	for i, covered := range m.covered {
		if !covered {
			add(i%p.Width, i/p.Width)
		}
	}
	return compressed(func(out *bytes.Buffer) error {
		_, err := out.Write(m.samples)
		return err
	})
}

// compressed returns the length of write's output, compressed by zstd.
func compressed(write func(out *bytes.Buffer) error) (int, error) {
	var plain, packed bytes.Buffer
	w, err := streams.Compress(&packed, streams.Zstd)
	if err == nil {
		err = write(&plain)
	}
	if err == nil {
		_, err = w.Write(plain.Bytes())
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return 0, fmt.Errorf("ladder: %w", err)
	}
	return packed.Len(), nil
}
