//go:build !linux

package survey

// LowerPriority does nothing, as this system has no priority of a single thread.
func LowerPriority() {}
