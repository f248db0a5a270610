//go:build !windows

package browser

// roots returns the roots of all paths.
func roots() []Place { return []Place{{"Computer", "/"}} }
