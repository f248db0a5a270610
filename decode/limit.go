package decode

// #include "input.h"
import "C"

import (
	"context"
	"fmt"
	"time"
)

// Time limits of network input, in seconds; the others are in input.h.
const (
	answerLimit  = 30 // for a web server's complete answer: connections, redirections and headers
	pictureLimit = 60 // for a live source's first frame, and for each one after that
)

const second = 1000000 // in microseconds

// limits are the errors for the constants of input.h.
var limits = map[C.int]error{
	C.INPUT_LATE: fmt.Errorf("the server's answer is not complete after %d s", answerLimit),
	C.INPUT_SLOW: fmt.Errorf("the server sends less than %d kB/s", C.INPUT_RATE/1000),
	C.INPUT_LONG: fmt.Errorf("the header of the server's answer is longer than %d kB", C.INPUT_HEADER),
	C.INPUT_LOOP: fmt.Errorf("the server redirects without end, more than %d times", C.INPUT_REDIRECTS),
}

// errNoPicture takes the place of INPUT_LATE for a live source.
var errNoPicture = fmt.Errorf("no picture came for %d s", pictureLimit)

type stepKey struct{}

// withStep returns a context whose network inputs use a fake clock, for tests. Each look at the clock
// advances it by step: before each read, and every 100 ms without data.
func withStep(ctx context.Context, step time.Duration) context.Context {
	return context.WithValue(ctx, stepKey{}, step)
}

func stepOf(ctx context.Context) C.int64_t {
	step, _ := ctx.Value(stepKey{}).(time.Duration)
	return C.int64_t(step.Microseconds())
}

// await starts the wait for the next frame of a live source from the network.
func (in *input) await() {
	if in.live != nil && !in.live.device {
		C.input_wait(in.c, pictureLimit*second)
	}
}

// over returns the error for the network limit that the input has passed, nil if none.
func (in *input) over() error {
	over := C.input_over(in.c)
	if in.live != nil && over == C.INPUT_LATE {
		return errNoPicture
	}
	return limits[over]
}
