package decode

import (
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/decode/rawvideo"
)

// extensions are the extensions of files that should contain pictures, besides those of raw video.
var extensions = []string{
	".264", ".265", ".3g2", ".3gp", ".apng", ".asf", ".avc", ".avi", ".bmp", ".dpx", ".dv", ".exr", ".f4v", ".flv", ".gif", ".gxf",
	".h264", ".h265", ".hevc", ".ivf", ".jp2", ".jpeg", ".jpg", ".jxl", ".m1v", ".m2t", ".m2ts", ".m2v", ".m4v", ".mjpeg", ".mjpg", ".mkv",
	".mov", ".mp4", ".mpeg", ".mpg", ".mts", ".mxf", ".nut", ".obu", ".ogv", ".pgm", ".png", ".ppm", ".qt", ".rm", ".rmvb", ".tif",
	".tiff", ".ts", ".vob", ".webm", ".webp", ".wmv", ".y4m",
}

// ClaimsPictures reports whether a file's name has the extension of a video or picture. [OpenVideo]
// looks at the content, and only for raw video at the name.
func ClaimsPictures(name string) bool {
	_, raw := rawvideo.Claims(name)
	return raw || ClaimsContainer(name)
}

// ClaimsContainer reports whether a file's name has the extension of a video or picture that is not raw
// video.
func ClaimsContainer(name string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(name)))
}

// stills are those of the extensions whose files have one picture.
var stills = []string{".bmp", ".dpx", ".exr", ".jp2", ".jpeg", ".jpg", ".jxl", ".pgm", ".png", ".ppm", ".tif", ".tiff", ".webp"}

// ClaimsStill reports whether a file's name has the extension of a single picture.
func ClaimsStill(name string) bool {
	return slices.Contains(stills, strings.ToLower(filepath.Ext(name)))
}

// ThingNamed returns the word in messages for a file that is not open: picture if its name claims a
// still, else video.
func ThingNamed(name string) string { return thing(ClaimsStill(name)) }

func thing(still bool) string {
	if still {
		return "picture"
	}
	return "video"
}
