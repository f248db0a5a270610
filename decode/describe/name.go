package describe

import (
	"path/filepath"

	"ffkvadrat/decode"
)

// Name returns what to call a video: the last part of its path. What a URL has of a user's name and
// password is not shown.
func Name(path string) string { return filepath.Base(decode.WithoutPassword(path)) }
