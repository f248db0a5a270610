package wait

import (
	"testing"
	"testing/synctest"
)

// failing records a failure and ends the goroutine, like Fatalf.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Helper() {}

func (f *failing) Fatalf(string, ...any) {
	f.failed = true
	panic(f)
}

// fails reports whether a wait fails, on a simulated clock.
func fails(t *testing.T, wait func(t testing.TB)) bool {
	f := &failing{TB: t}
	synctest.Test(t, func(*testing.T) {
		defer func() {
			if r := recover(); r != nil && r != any(f) {
				panic(r)
			}
		}()
		wait(f)
	})
	return f.failed
}

// TestFor: it returns when the event has happened, and fails if it never does.
func TestFor(t *testing.T) {
	n := 0
	if fails(t, func(t testing.TB) { For(t, "three looks", func() bool { n++; return n == 3 }) }) || n != 3 {
		t.Errorf("it fails, or looks %d times", n)
	}
	if !fails(t, func(t testing.TB) { For(t, "nothing", func() bool { return false }) }) {
		t.Error("an endless wait does not fail")
	}
}

// TestReceive is TestFor for channels.
func TestReceive(t *testing.T) {
	c := make(chan int, 1)
	c <- 7
	if got := Receive(t, "a number", c); got != 7 {
		t.Errorf("%d", got)
	}
	close(c)
	Receive(t, "its end", c)
	if !fails(t, func(t testing.TB) { Receive(t, "nothing", make(chan int)) }) {
		t.Error("an endless wait does not fail")
	}
}
