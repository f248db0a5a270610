package playback

import (
	"sync"

	"ffkvadrat/decode"
)

// past closes earlier videos in goroutines and collects their faults.
type past struct {
	running sync.WaitGroup
	mu      sync.Mutex
	faults  map[string]decode.Faults
}

func (p *past) close(f *Video) {
	p.running.Go(func() {
		faults := f.close()
		if !faults.Any() {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.faults == nil {
			p.faults = map[string]decode.Faults{}
		}
		p.faults[f.Path] = faults
	})
}

// wait waits until all videos are closed. faults is complete afterwards.
func (p *past) wait() { p.running.Wait() }
