package dialog

import "context"

// Running is a dialog that is open, in a goroutine.
type Running struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// Start opens the dialog. When it has closed, the goroutine calls closed with the results of [Open].
func Start(ctx context.Context, r Request, closed func(paths []string, err error)) *Running {
	ctx, cancel := context.WithCancel(ctx)
	d := &Running{cancel, make(chan struct{})}
	go func() {
		defer close(d.done)
		defer cancel()
		closed(Open(ctx, r))
	}()
	return d
}

// Close closes the dialog and waits for its goroutine. A nil Running is ignored.
func (d *Running) Close() {
	if d != nil {
		d.cancel()
		<-d.done
	}
}
