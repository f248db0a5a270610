package player

import (
	"log"
	"os"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// guarded calls a function of GLFW. The binding panics with errors that it does not expect, such as
// for a display without a visual for OpenGL. guarded returns them as a *glfw.Error. Other panics
// continue.
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

// heed calls tell for each error that the binding only logs, until end is called.
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

// hush discards what the binding writes to standard error besides returning errors, until end is
// called. Meanwhile nobody else may use os.Stderr.
func hush() (end func()) {
	stderr := os.Stderr
	os.Stderr = nil
	return func() { os.Stderr = stderr }
}
