//go:build !unix

package statefile

// noFollow is 0 on systems without such a flag: only the check before opening remains.
const noFollow = 0

// atOnce is 0 where opening does not wait.
const atOnce = 0
