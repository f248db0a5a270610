//go:build !unix

package programcache

import "io/fs"

// owned is always true on systems whose cache folders belong to the user.
func owned(fs.FileInfo) bool { return true }
