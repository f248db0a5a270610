//go:build !linux

package atomicfile

import "os"

// startWriting does nothing on systems without such a hint.
func startWriting(*os.File, int64, int64) {}

// reserve reserves nothing.
func reserve(*os.File, int64, int64) bool { return false }
