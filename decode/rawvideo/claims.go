package rawvideo

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// extensions are the extensions of raw video, besides the names of pixel formats.
var extensions = []string{".yuv", ".rgb", ".bgr", ".cif", ".qcif", ".i420", ".iyuv", ".raw", ".bin"}

// formatWord matches a pixel format, or the start of its name, as an extension.
var formatWord = regexp.MustCompile(`^(?:yuv[aj]?4[0-4][0-4]p?(?:\d{1,2}(?:le|be)?)?|gr[ae]y(?:\d{1,2}(?:le|be)?)?|gbra?p(?:\d{1,2}(?:le|be)?)?|p[024]1[026](?:le)?|4[0-4][0-4]p)$`)

// others are those that files of other kinds have, too.
var others = []string{".raw", ".bin"}

// Claims reports whether a file's name has an extension of raw video, such as .yuv, .nv12 or
// .yuv420p10le. only means that files of other kinds do not have it.
func Claims(name string) (claims, only bool) {
	extension := strings.ToLower(filepath.Ext(name))
	if extension == "" {
		return false, false
	}
	claims = slices.Contains(extensions, extension) || formats[extension[1:]] != "" || formatWord.MatchString(extension[1:])
	return claims, claims && !slices.Contains(others, extension)
}
