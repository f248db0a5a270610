package survey

import (
	"context"
	"runtime"
)

// Given has readings that are given to it in the order of time. Methods may be called from any goroutine.
type Given struct{ series *series }

// NewGiven returns one without readings.
func NewGiven() *Given { return &Given{newSeries(MaxBins)} }

// Take adds a reading.
func (g *Given) Take(r Reading) { g.series.pass(0, r) }

// End ends the readings, or says why there are no more.
func (g *Given) End(err error) { g.series.finish(0, err) }

// Copy updates v as [Survey.Copy] does.
func (g *Given) Copy(v *View) bool { return g.series.copy(v) }

// At returns the bin of the frame on screen at a time; ok is false if it is not known.
func (g *Given) At(time float64) (b Bin, ok bool) {
	s := g.series
	s.mu.Lock()
	defer s.mu.Unlock()
	v := View{Bins: s.bins, Reached: s.reached, Whole: s.whole}
	i := v.At(time)
	if i < 0 {
		return b, false
	}
	return s.bins[i], true
}

// Lists has the counts of stored lists over time, read by a goroutine of low priority. Methods may
// be called from any goroutine.
type Lists struct {
	*Given
	cancel context.CancelFunc
	done   chan struct{}
}

// ReadLists calls read, which passes a reading for each list to take, in the order of time. wake is
// called after the last one.
func ReadLists(ctx context.Context, read func(ctx context.Context, take func(Reading)) error, wake func()) *Lists {
	ctx, cancel := context.WithCancel(ctx)
	l := &Lists{Given: NewGiven(), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(l.done)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		LowerPriority()
		l.End(read(ctx, l.Take))
		wake()
	}()
	return l
}

// Copy updates v as [Survey.Copy] does. Some frames may have no list.
func (l *Lists) Copy(v *View) bool {
	if !l.series.copy(v) {
		return false
	}
	v.Gaps = true
	return true
}

// Close ends the goroutine and waits for it. A nil Lists is ignored.
func (l *Lists) Close() {
	if l == nil {
		return
	}
	l.cancel()
	<-l.done
}
