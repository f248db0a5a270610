package player

import (
	"log"
	"os"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// guarded makes a call of GLFW. Its binding panics with errors that it does not
// expect, for example for a display without a visual on which OpenGL can draw.
// guarded returns such an error, a *glfw.Error. Any other panic continues.
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

// heed calls tell for each error that the binding only logs, until the function
// that it returns is called.
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

// Write is called by package log, once for each message.
func (l logged) Write(message []byte) (int, error) {
	l(strings.TrimSpace(string(message)))
	return len(message), nil
}

// hush suppresses what the binding writes to standard error, besides the errors
// that it returns, until the function that hush returns is called. Nobody else
// may use os.Stderr in between.
func hush() (end func()) {
	stderr := os.Stderr
	os.Stderr = nil
	return func() { os.Stderr = stderr }
}
