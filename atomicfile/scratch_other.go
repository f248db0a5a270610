//go:build !windows

package atomicfile

import "os"

// Scratch returns an empty file without a name, for reading and writing. It is gone when it is closed, or when the process
// ends. The pattern is that of [os.CreateTemp].
func Scratch(pattern string) (*os.File, error) {
	file, err := os.CreateTemp("", pattern)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
