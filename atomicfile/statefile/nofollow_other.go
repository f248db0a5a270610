//go:build !unix

package statefile

// noFollow is nothing where there is no such flag: what open asks first is all.
const noFollow = 0
