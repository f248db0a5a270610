package player

import (
	"errors"
	"fmt"
	"log"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// TestGuarded panics like the binding, and otherwise.
func TestGuarded(t *testing.T) {
	fault := &glfw.Error{Code: glfw.FormatUnavailable, Desc: "no pixels"}
	if err := guarded(func() error { panic(fault) }); err != fault {
		t.Errorf("%v, want the binding's error", err)
	}
	returned := errors.New("an error")
	if err := guarded(func() error { return returned }); err != returned {
		t.Errorf("%v, want what was returned", err)
	}
	bug := fmt.Errorf("a bug that looks like it: %w", fault)
	defer func() {
		if r := recover(); r != bug {
			t.Errorf("recovered %v, want what is not the binding's", r)
		}
	}()
	guarded(func() error { panic(bug) })
}

// TestHeed logs like the binding.
func TestHeed(t *testing.T) {
	var said []string
	end := heed(func(message string) { said = append(said, message) })
	log.Println(&glfw.Error{Code: glfw.VersionUnavailable, Desc: "too old"})
	end()
	if len(said) != 1 || said[0] != "VersionUnavailable: too old" || log.Flags() == 0 {
		t.Errorf("%q, and flags %d afterwards", said, log.Flags())
	}
}
