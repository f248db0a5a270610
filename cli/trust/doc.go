// Package trust tests what has to hold whatever comes in, over the whole way
// from a file to its export: damaged and hostile files, failing reads, writes,
// allocations and GPUs, and runs without end. docs/testing.md lists every case
// with its test.
//
// The package holds nothing but tests; inject, below it, makes things fail. The
// tests link neither the window nor its widgets, so that the race detector runs
// on them.
package trust
