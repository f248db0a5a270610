package stored

import (
	"context"
	"fmt"

	"ffkvadrat/quadfile"
)

// Each calls take with all frames that Frame can find, in order. They belong to Each. Cubes become
// their sections in the window's frames. Lists that cannot be read are left out. Frames of tables
// without rows get a time between those of their neighbours. Without a header, Time is not valid,
// but PTS is. Other goroutines may call Frame concurrently, but not Close.
func (f *Video) Each(ctx context.Context, take func(*quadfile.Frame)) error {
	info, err := f.file.Stat()
	if err != nil {
		return fmt.Errorf("stored: %w", err)
	}
	own := &Video{header: f.header, gaps: f.gaps}
	if own.indexed, err = quadfile.NewIndexed(f.file, info.Size()); err != nil {
		return fmt.Errorf("stored: %w", err)
	}
	own.sort()
	order := own.order()
	var frame quadfile.Frame
	for n, i := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		next := -1
		if n+1 < len(order) {
			next = order[n+1]
		}
		if own.windows != nil {
			own.eachOfWindow(i, next, &frame, take)
			continue
		}
		if own.indexed.Frame(i, &frame) == nil {
			take(&frame)
		}
		if next >= 0 {
			own.eachBetween(i, next, &frame, take)
		}
	}
	return nil
}

// order returns the entries in the order of the frames if all have a number or all a pts, else in
// the file's order.
func (f *Video) order() []int {
	entries := f.indexed.Entries()
	switch {
	case len(f.byIndex) == len(entries):
		return f.byIndex
	case len(f.byPTS) == len(entries):
		return f.byPTS
	}
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	return order
}

// longestGap limits the frames without rows between two with rows; no video has more.
const longestGap = 1 << 20

// eachBetween visits the frames without rows between two frames of a table.
func (f *Video) eachBetween(before, after int, frame *quadfile.Frame, take func(*quadfile.Frame)) {
	entries := f.indexed.Entries()
	a, b := &entries[before], &entries[after]
	if f.gaps == nil || f.gaps.step == 0 || (b.Index-a.Index)/f.gaps.step > longestGap {
		return
	}
	for index := a.Index + f.gaps.step; index < b.Index; index += f.gaps.step {
		if f.empty(index, 0, false, frame) {
			part := float64(index-a.Index) / float64(b.Index-a.Index)
			frame.Time, frame.HasPTS = a.Time+float64((b.Time-a.Time)*part), a.HasPTS && b.HasPTS
			frame.PTS = a.PTS + int64(float64(b.PTS-a.PTS)*part)
			take(frame)
		}
	}
}

// eachOfWindow visits the frames of a window of cubes. next is the window after it, or -1.
func (f *Video) eachOfWindow(window, next int, frame *quadfile.Frame, take func(*quadfile.Frame)) {
	w, entries := f.windows, f.indexed.Entries()
	apart, rate := 0., f.header.Source.AvgFrameRate // seconds per frame
	switch {
	case next >= 0 && w.numbers[next] > w.numbers[window]:
		apart = (entries[next].Time - entries[window].Time) / float64(w.numbers[next]-w.numbers[window])
	case w.step > 0:
		apart = float64(w.step) * float64(f.header.Source.TimeBase.Num) / float64(f.header.Source.TimeBase.Den)
	case rate.Num > 0:
		apart = float64(rate.Den) / float64(rate.Num)
	}
	for i := range int(w.cube) {
		if found, err := f.section(window, i, frame); !found || err != nil {
			return
		}
		past := int64(i) * w.every
		frame.Index, frame.Time, frame.HasPTS = w.numbers[window]+past, entries[window].Time+float64(apart*float64(past)), false
		take(frame)
	}
}

// Coverage returns the share of the picture that a list covers, 0 to 1.
func Coverage(f *quadfile.Frame) float64 {
	area := 0
	for _, q := range f.Quads {
		area += q.Size() * q.Size()
	}
	return float64(area) / float64(max(f.Width*f.Height, 1))
}
