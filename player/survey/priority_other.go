//go:build !linux

package survey

// lowerPriority does nothing: a thread has no priority of its own here that a
// program may lower.
func lowerPriority() {}
