package gpu

import (
	"os"
	"strings"
	"testing"
	"unsafe"
)

// TestWithoutResetStatus: a driver that has an extension for the state of a context, but not its function, has not lost it.
func TestWithoutResetStatus(t *testing.T) {
	h, err := openHeadless(false, func(load func(string) unsafe.Pointer) (*Device, error) {
		return NewDrawing(func(name string) unsafe.Pointer {
			if strings.HasPrefix(name, "glGetGraphicsResetStatus") {
				return nil
			}
			return load(name)
		})
	})
	if err != nil {
		if os.Getenv("FFKVADRAT_CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	defer h.Release()
	if h.resetStatus != nil || h.Lost() {
		t.Error("the context is lost")
	}
}
