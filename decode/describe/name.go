package describe

import (
	"path/filepath"

	"ffkvadrat/decode"
)

// Name returns what to call a video: the last part of its path, without the user name and password of a
// URL.
func Name(path string) string { return filepath.Base(decode.WithoutPassword(path)) }
