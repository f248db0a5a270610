// Package trust tests what must hold for any input, on the whole way from a
// file to its export: damaged and hostile files, failing reads, writes,
// allocations and GPUs, and endless runs.
//
// The package contains only tests; its subpackage inject makes calls fail. The
// tests link neither the window nor its widgets, so the race detector can run
// them.
package trust
