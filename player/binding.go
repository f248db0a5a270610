package player

import (
	"log"
	"os"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// guarded makes a call that leads to GLFW. Its binding panics with errors that
// it does not expect, such as that of a display without a visual that OpenGL can
// draw on: here that is the error, a *glfw.Error. Any other panic goes on.
func guarded(call func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *glfw.Error:
			err = r
		default:
			panic(r)
		}
	}()
	return call()
}

// heed gives the errors that the binding only logs to tell, a call each, until
// the function that it returns is called.
func heed(tell func(message string)) (end func()) {
	out, flags := log.Writer(), log.Flags()
	log.SetOutput(logged(tell))
	log.SetFlags(0)
	return func() {
		log.SetOutput(out)
		log.SetFlags(flags)
	}
}

type logged func(message string)

// Write is called by package log with a message at a time.
func (l logged) Write(message []byte) (int, error) {
	l(strings.TrimSpace(string(message)))
	return len(message), nil
}

// hush keeps what the binding writes to standard error, besides the errors that
// it gives, from being printed until the function that it returns is called.
// Nobody else may use os.Stderr in between.
func hush() (end func()) {
	stderr := os.Stderr
	os.Stderr = nil
	return func() { os.Stderr = stderr }
}
