package survey

import (
	"context"
	"runtime"
)

// Lists are the counts of stored lists over time, which a goroutine of low priority reads. The methods may be called
// from any goroutine.
type Lists struct {
	series *series
	cancel context.CancelFunc
	done   chan struct{}
}

// ReadLists calls read, which gives take a reading for each list in the order of time. wake is called once all have
// been read.
func ReadLists(ctx context.Context, read func(ctx context.Context, take func(Reading)) error, wake func()) *Lists {
	ctx, cancel := context.WithCancel(ctx)
	l := &Lists{series: newSeries(MaxBins), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(l.done)
		runtime.LockOSThread() // for ever: the thread ends with the goroutine
		LowerPriority()
		err := read(ctx, func(r Reading) { l.series.pass(0, r) })
		l.series.finish(0, err)
		wake()
	}()
	return l
}

// Copy updates v as [Survey.Copy] does. Between the lists there may be pictures without one.
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
