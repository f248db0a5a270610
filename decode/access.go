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
	// Network allows http and https URLs, redirections to such URLs, and the URLs of live sources:
	// rtsp, rtsps, tcp and udp. Playlists stay refused.
	Network bool
	// Device is the one device that may be opened, by name; the zero value allows none.
	Device Device
	// Sequence says how sequences of pictures are opened.
	Sequence SequenceOptions
	// MaxPixels limits the pixels of a picture; 0 means the constant MaxPixels.
	MaxPixels int64
}

// MaxPixels is the largest number of pixels that a picture can have.
const MaxPixels = yuv.MaxSide * yuv.MaxSide

type accessKey struct{}

// WithAccess returns a context that carries a. Every package that opens a file takes the access from
// its context; without one, plain files of any size are allowed and nothing else.
func WithAccess(ctx context.Context, a Access) context.Context {
	return context.WithValue(ctx, accessKey{}, a)
}

// AccessOf returns the access that a context carries.
func AccessOf(ctx context.Context) Access {
	a, _ := ctx.Value(accessKey{}).(Access)
	return a
}

// pixels returns the limit in force.
func (a Access) pixels() int64 {
	if a.MaxPixels <= 0 {
		return MaxPixels
	}
	return min(a.MaxPixels, MaxPixels)
}

// codedPixels returns the limit for a coded picture, which blocks and tiles make up to 63 pixels wider
// and higher than the shown one.
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

// IsURL reports whether a name is a URL. URLs are read from the network if [Access.Network] allows it.
func IsURL(name string) bool { return web.MatchString(name) || liveOf(name, false) != nil }

// lowerScheme returns a URL with its scheme in lower case, as FFmpeg requires.
func lowerScheme(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	return strings.ToLower(scheme) + "://" + rest
}

// WithoutPassword removes user names and passwords from a URL, or from the URLs in a text.
func WithoutPassword(text string) string { return userinfo.Remove(text) }
