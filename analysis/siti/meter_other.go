//go:build !amd64 || purego

package siti

import "ffkvadrat/edge/kernel"

// vector returns no kernels: the portable ones are used.
func vector() []kernel.Row[kernels] { return nil }
