package gpu

import "unsafe"

// noContext is why there is no context.
const noContext = "macOS has OpenGL 4.1, and the GPU engine needs 4.3"

// OnlySoftware returns false: there is no context at all.
func OnlySoftware() bool { return false }

// native is never open.
type native struct{}

func (*native) open(bool) bool { return false }

func (*native) close() {}

func (*native) function(string) unsafe.Pointer { return nil }
