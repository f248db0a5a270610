//go:build !windows

package tempname

import "os"

// kernel returns what Linux calls itself since it was started.
func kernel() (string, error) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return string(id), err
}
