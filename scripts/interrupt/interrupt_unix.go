//go:build unix

package main

import "os"

func prepare() (end func(), err error) { return func() {}, nil }

func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
