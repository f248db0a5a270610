//go:build !unix

package programcache

import "io/fs"

// owned is true on systems whose folders for caches are the user's anyway.
func owned(fs.FileInfo) bool { return true }
