// Package trust tests what must hold for any input, from a file to its export: damaged and hostile
// files, failing reads, writes, allocations and GPUs, and endless runs.
//
// It contains only tests; its subpackage inject makes calls fail. The tests do not link the window
// or its widgets, so that the race detector can run them.
package trust
