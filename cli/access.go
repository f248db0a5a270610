package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/player/invocation"
)

// access has the flags of every command that limit what may be opened.
type access struct {
	MaxPixels    pixels `placeholder:"N" help:"Refuse pictures of more than N pixels. A size such as 3840x2160 works also; the limit is 16384x16384."`
	AllowNetwork bool   `help:"Open URLs. Without it, only files are opened. http and https are for files; rtsp, rtsps, tcp and udp are live sources."`

	Raw []rawChoice `sep:"none" placeholder:"[FILE=]WxH:FORMAT" help:"Read raw video, such as .yuv, with this size and FFmpeg's pixel format. 1920x1080:yuv420p10le@50 has 50 frames a second (default: 25), +512 after it skips a header of 512 bytes. It is for all files without another format's extension, and for standard input; --raw FILE=… is for FILE alone. Without it, the file's name says the layout, such as name_1920x1080_50fps_10bit_420.yuv."`

	Device     string  `placeholder:"KIND:NAME" help:"Take live pictures from a device. v4l2:/dev/video0 is a camera, x11grab::0 an X display, x11grab::0+10,20 the display from that pixel on."`
	DeviceSize size    `placeholder:"WxH" help:"Size of the device's pictures. Without it, the device's own."`
	DeviceRate float64 `placeholder:"N" help:"Frames a second of the device. Without it, 30 for a display, and a camera's own rate."`

	Sequence bool `help:"Read the numbered pictures that a named picture belongs to, or those of a named folder, as one video. A pattern such as shot_%04d.dpx or shot_####.dpx needs no flag."`
	Rate     rate `placeholder:"N" help:"Frames a second of numbered pictures, such as 24 or 24000/1001. Without it, what the first DPX says, else 25."`
	NoHoles  bool `help:"Refuse numbered pictures if one is missing."`
}

// Validate implements kong's hook.
func (a access) Validate() error {
	if err := checkRaw(a.Raw); err != nil {
		return err
	}
	switch d := a.device(); {
	case d.Name != "":
		if err := d.Check(); err != nil {
			return fmt.Errorf("--device: %w", err)
		}
	case d != (decode.Device{}):
		return errors.New("--device-size and --device-rate need --device")
	}
	return nil
}

func (a access) device() decode.Device {
	return decode.Device{Name: a.Device, Width: a.DeviceSize.width, Height: a.DeviceSize.height, Rate: a.DeviceRate}
}

// apply returns a context with these limits. guessed is called once for each file whose name says how
// to read it.
func (a access) apply(ctx context.Context, guessed func(path string, l rawvideo.Layout)) context.Context {
	ctx = decode.WithRaw(ctx, decode.Raw{Of: a.layoutOf, Guessed: once(guessed)})
	return decode.WithAccess(ctx, decode.Access{Network: a.AllowNetwork, MaxPixels: int64(a.MaxPixels), Device: a.device(), Sequence: decode.SequenceOptions{Rate: decode.Rational(a.Rate), NoHoles: a.NoHoles}})
}

// arguments returns the given flags, for another command line with the same limits.
func (a access) arguments() (args []string) {
	if a.MaxPixels != 0 {
		args = append(args, "--max-pixels", strconv.FormatInt(int64(a.MaxPixels), 10))
	}
	if a.AllowNetwork {
		args = append(args, "--allow-network")
	}
	for _, text := range a.layouts() {
		args = append(args, "--raw", text)
	}
	if a.Device != "" {
		args = append(args, "--device", a.Device)
	}
	if a.DeviceSize != (size{}) {
		args = append(args, "--device-size", fmt.Sprintf("%dx%d", a.DeviceSize.width, a.DeviceSize.height))
	}
	if a.DeviceRate != 0 {
		args = append(args, "--device-rate", shortest(a.DeviceRate))
	}
	if a.Rate != (rate{}) {
		args = append(args, "--rate", decode.Rational(a.Rate).String())
	}
	if a.NoHoles {
		args = append(args, "--no-holes")
	}
	return args
}

// flagsOf returns the flags of commands, for the player, which prints command lines.
func flagsOf(app *kong.Application, names ...string) invocation.Commands {
	all := invocation.Commands{}
	var common []*kong.Flag
	common = append(common, app.Flags...)
	for _, node := range app.Children {
		if slices.Contains(names, node.Name) {
			flags := invocation.Flags{}
			for _, f := range append(common[:len(common):len(common)], node.Flags...) {
				flags[f.Name] = f.Default
			}
			all[node.Name] = flags
		}
	}
	return all
}

// pixels is a number of pixels, which can be given as a size.
type pixels int64

// Decode implements kong's hook.
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
			return fmt.Errorf("%q is not a number of pixels or a size such as 3840x2160", text)
		}
		n *= f
	}
	if n > decode.MaxPixels {
		return fmt.Errorf("%s: pictures have at most %d pixels", text, decode.MaxPixels)
	}
	*p = pixels(n)
	return nil
}
