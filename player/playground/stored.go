package playground

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/quadfile"
)

// stored are the lists of an .ffq file.
type stored struct {
	indexed *quadfile.Indexed
	order   []int // entries by time
	frame   quadfile.Frame
	apart   float64 // for how long a frame of the video is shown, in seconds
}

// Store opens an .ffq file, whose lists are shown from then on; [Playground.Begin] or empty data close it.
// It returns a line about the file.
func (p *Playground) Store(data []byte) (about string, err error) {
	p.stored = nil
	if len(data) == 0 {
		return "", nil
	}
	x, err := quadfile.NewIndexed(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", err
	}
	entries := x.Entries()
	if len(entries) == 0 {
		return "", fmt.Errorf("playground: the file has no frames")
	}
	h := x.Header()
	if h.Analysis.Cube > 0 {
		return "", fmt.Errorf("playground: the file has cubes, which are shown only by the player")
	}
	s := &stored{indexed: x, apart: 0.04}
	for i := range entries {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(entries[a].Time, entries[b].Time) })
	if rate := h.Source.AvgFrameRate; rate.Num > 0 && rate.Den > 0 {
		s.apart = float64(rate.Den) / float64(rate.Num)
	} else if n := len(entries); n > 1 {
		s.apart = (entries[s.order[n-1]].Time - entries[s.order[0]].Time) / float64(n-1)
	}
	p.stored = s
	return fmt.Sprintf("%d frames of %d×%d pixels from %s: %s", len(entries), h.Source.Width, h.Source.Height, h.Source.Path, flags(h.Analysis.Params)), nil
}

// Stored reports whether lists come from a file.
func (p *Playground) Stored() bool { return p.stored != nil }

// errNotStored is returned for pictures without a list in the file.
var errNotStored = errors.New("playground: the file has no quads of this picture")

// showStored shows the list of the frame that is shown at a time: the last one that begins at or before it.
func (p *Playground) showStored(time float64) error {
	s, picture := p.stored, p.Picture()
	entries := s.indexed.Entries()
	past, _ := slices.BinarySearchFunc(s.order, time+s.apart/4, func(i int, t float64) int { return cmp.Compare(entries[i].Time, t) })
	if past == 0 || time >= entries[s.order[past-1]].Time+s.apart {
		p.show(nil)
		return errNotStored
	}
	if err := s.indexed.Frame(s.order[past-1], &s.frame); err != nil {
		p.show(nil)
		return err
	}
	if s.frame.Width != picture.Width || s.frame.Height != picture.Height {
		p.show(nil)
		return fmt.Errorf("playground: the quads are those of a picture of %d×%d pixels; this one has %d×%d", s.frame.Width, s.frame.Height, picture.Width, picture.Height)
	}
	p.show(s.frame.Quads)
	return nil
}
