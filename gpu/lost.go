package gpu

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// ErrLost means that the driver has taken the context away. Nothing of the device works any more, and
// the data read last is undefined.
var ErrLost = errors.New("the OpenGL context is lost: the GPU was reset, or is gone")

// Lost reports, without waiting, whether the context is lost; false if the driver cannot report it.
func (d *Device) Lost() bool {
	d.lost = d.lost || d.resetStatus != nil && d.resetStatus() != gl.NO_ERROR
	return d.lost
}

// failure names an OpenGL error.
func (d *Device) failure(code uint32) error {
	if code == gl.CONTEXT_LOST {
		d.lost = true
		return ErrLost
	}
	return fmt.Errorf("OpenGL error %#x", code)
}

// resetStatus returns the driver's reset query for Lost, or nil. A driver can have an extension without the function, as
// Wine 10 does: on desktops, that of GL_KHR_robustness has no suffix.
func resetStatus(load func(name string) unsafe.Pointer, major, minor int32) func() uint32 {
	for _, query := range []struct {
		has  bool
		name string
		call func() uint32
	}{
		{major > 4 || major == 4 && minor >= 5, "glGetGraphicsResetStatus", gl.GetGraphicsResetStatus},
		{hasExtension("GL_KHR_robustness"), "glGetGraphicsResetStatusKHR", gl.GetGraphicsResetStatusKHR},
		{hasExtension("GL_ARB_robustness"), "glGetGraphicsResetStatusARB", gl.GetGraphicsResetStatusARB},
	} {
		if query.has && load(query.name) != nil {
			return query.call
		}
	}
	return nil
}

func hasExtension(name string) bool {
	var n int32
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &n)
	for i := range uint32(n) {
		if gl.GoStr(gl.GetStringi(gl.EXTENSIONS, i)) == name {
			return true
		}
	}
	return false
}
