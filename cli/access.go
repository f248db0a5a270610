package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
)

// access is the part of every command's arguments that says what may be opened.
type access struct {
	MaxPixels    pixels `placeholder:"N" help:"Refuse pictures of more than N pixels, also written as 3840x2160; the limit is 16384x16384."`
	AllowNetwork bool   `help:"Open URLs of http and https as well as files."`
}

// apply returns a context with these limits on what may be opened.
func (a access) apply(ctx context.Context) context.Context {
	return decode.WithAccess(ctx, decode.Access{Network: a.AllowNetwork, MaxPixels: int64(a.MaxPixels)})
}

// pixels is a number of pixels, which may be written as a size.
type pixels int64

// Decode is called by kong.
func (p *pixels) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text, _ := token.Value.(string)
	n := int64(1)
	factors := strings.Split(text, "x")
	for _, factor := range factors {
		f, err := strconv.ParseInt(factor, 10, 32)
		if err != nil || f < 1 || len(factors) > 2 {
			return fmt.Errorf("%q is no number of pixels and no size such as 3840x2160", text)
		}
		n *= f
	}
	if n > decode.MaxPixels {
		return fmt.Errorf("%s: pictures have at most %d pixels", text, decode.MaxPixels)
	}
	*p = pixels(n)
	return nil
}
