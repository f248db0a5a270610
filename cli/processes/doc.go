// Package processes tests the program from outside: its streams, signals and descriptors, and the
// devices and live sources that it reads. It contains only tests.
package processes
