//go:build unix

package browser

import "syscall"

// directory makes opening anything but a folder fail immediately.
const directory = syscall.O_DIRECTORY | syscall.O_NONBLOCK
