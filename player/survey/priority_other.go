//go:build !linux

package survey

// lowerPriority does nothing: on this system a program cannot lower the
// priority of one thread.
func lowerPriority() {}
