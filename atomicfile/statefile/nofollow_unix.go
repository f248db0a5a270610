//go:build unix

package statefile

import "syscall"

// noFollow makes opening a symbolic link an error.
const noFollow = syscall.O_NOFOLLOW

// atOnce makes opening a pipe not wait.
const atOnce = syscall.O_NONBLOCK
