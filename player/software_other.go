//go:build !linux

package player

// useSoftware has no software OpenGL on this system.
func useSoftware() (restore func(), ok bool) { return nil, false }
