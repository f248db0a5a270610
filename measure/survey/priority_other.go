//go:build !linux

package survey

// LowerPriority does nothing: on this system a program cannot lower the
// priority of one thread.
func LowerPriority() {}
