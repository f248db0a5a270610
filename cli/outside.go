package cli

import (
	"context"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
)

// outside counts the samples of floats that were limited, of each file that a command reads.
type outside struct {
	mu    sync.Mutex
	names []string         // in the order in which the files were closed first
	most  map[string]int64 // by name: of the longest reading
}

// apply returns a context whose videos are counted.
func (o *outside) apply(ctx context.Context) context.Context {
	o.most = map[string]int64{}
	return decode.WithOutside(ctx, func(path string, samples int64) {
		name := decode.WithoutPassword(path)
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.most[name] == 0 {
			o.names = append(o.names, name)
		}
		o.most[name] = max(o.most[name], samples)
	})
}

// say prints a line for each file.
func (o *outside) say(e *environment) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, name := range o.names {
		e.warn("%s: %s; they count as 0 or 1", name, describe.Outside(o.most[name]))
	}
}
