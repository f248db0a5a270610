package headless

import (
	"fmt"
	"slices"
	"time"
)

// trialPictures is how many pictures auto compares its engines with.
const trialPictures = 5

// trials are the times that the engines took for the same pictures. The first one does not
// count: the GPU compiles for it.
type trials struct{ cpu, gpu []time.Duration }

func (t *trials) over() bool { return len(t.cpu) > trialPictures }

// try notes the times of a picture. After the last trial it chooses the faster engine.
func (h *Engine) try(cpu, gpu time.Duration) {
	t := &h.trials
	t.cpu, t.gpu = append(t.cpu, cpu), append(t.gpu, gpu)
	if !t.over() {
		return
	}
	cpu, gpu = median(t.cpu[1:]), median(t.gpu[1:])
	renderer := h.gpu.caps.Renderer
	if cpu <= gpu {
		h.leaveGPU(fmt.Sprintf("%v a picture; on %s %v", rounded(cpu), renderer, rounded(gpu)))
		return
	}
	h.why = fmt.Sprintf("%s, %v a picture; on the CPU %v", renderer, rounded(gpu), rounded(cpu))
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

func rounded(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
