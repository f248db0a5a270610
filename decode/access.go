package decode

import (
	"context"
	"regexp"
	"strings"

	"ffkvadrat/decode/userinfo"
	"ffkvadrat/yuv"
)

// Access says what may be opened.
type Access struct {
	// Network allows URLs of http and https, redirections to such URLs, and the URLs of live
	// sources: rtsp, rtsps, tcp and udp. Playlists stay refused there, too.
	Network bool
	// Device is the one device that may be opened, by its name; the zero value is none.
	Device Device
	// MaxPixels is how many pixels a picture may have; 0 is MaxPixels.
	MaxPixels int64
}

// MaxPixels is the largest number of pixels that a picture can have.
const MaxPixels = yuv.MaxSide * yuv.MaxSide

type accessKey struct{}

// WithAccess returns a context under which every package opens everything with this
// access; none can forget it. Without it the access is the zero value: plain files of any
// size.
func WithAccess(ctx context.Context, a Access) context.Context {
	return context.WithValue(ctx, accessKey{}, a)
}

func accessOf(ctx context.Context) Access {
	a, _ := ctx.Value(accessKey{}).(Access)
	return a
}

// pixels is the limit that MaxPixels means.
func (a Access) pixels() int64 {
	if a.MaxPixels <= 0 {
		return MaxPixels
	}
	return min(a.MaxPixels, MaxPixels)
}

// codedPixels limits what a codec may allocate for a picture. Blocks and tiles
// make coded pictures up to 63 pixels wider and higher than the shown ones.
func (a Access) codedPixels() int64 {
	return min(MaxPixels, a.pixels()+63*2*yuv.MaxSide+63*63)
}

// check refuses pictures that are too large.
func (a Access) check(width, height int) error {
	switch {
	case width > yuv.MaxSide || height > yuv.MaxSide:
		return &SizeError{Width: width, Height: height}
	case int64(width)*int64(height) > a.pixels():
		return &SizeError{Width: width, Height: height, MaxPixels: a.MaxPixels}
	}
	return nil
}

var web = regexp.MustCompile(`(?i)^https?://`)

// IsURL reports whether a name is a URL, which is read from the network if
// [Access.Network] allows it.
func IsURL(name string) bool { return web.MatchString(name) || liveOf(name, false) != nil }

// lowerScheme returns a URL with its scheme in lower case, the only one that FFmpeg knows.
func lowerScheme(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	return strings.ToLower(scheme) + "://" + rest
}

// WithoutPassword removes users' names and passwords from a URL, or from the URLs in a text.
func WithoutPassword(text string) string { return userinfo.Remove(text) }
