package decode

// #include <errno.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/asticode/go-astiav"
)

// Device is a source of frames that is not a file, such as a camera or display, with the requested
// format.
type Device struct {
	Name          string  // kind and address, such as v4l2:/dev/video0 or x11grab::0
	Width, Height int     // size of the frames; 0 for the device's default
	Rate          float64 // frames per second; 0 for the usual rate
}

// Limits of the rate of a [Device]. Below the minimum, one read would take longer than a user waits for
// the end.
const (
	MinDeviceRate = 1
	MaxDeviceRate = 1000
)

// silence is the number of seconds for which a live source may send nothing.
const silence = 10

// liveKind is a kind of live source. Live sources run by themselves, cannot seek, and have no end.
type liveKind struct {
	begins  string                    // scheme: followed by a colon in a device's name, by :// in a URL
	device  bool                      // allowed by [Access.Device]; else by [Access.Network]
	remote  func(address string) bool // reports whether a device's address also needs the network; nil: never
	example string
	demuxer string // FFmpeg's name; empty: detected by content, among containers
	// protocols are the protocols that FFmpeg may use.
	protocols string
	udp       bool        // the program listens on the URL: see [listening]
	options   [][2]string // of the demuxer
	rate      float64     // usual rate of a device; 0 for the device's default
	// polls says that reads return at once, with or without a packet. Otherwise they could not be
	// interrupted.
	polls bool
	// hangs says that FFmpeg's calls cannot be interrupted: see [callWorker].
	hangs bool
	wall  bool // time stamps are microseconds since 1970
	// means maps FFmpeg's errors to their meaning for this kind.
	means map[astiav.Error]string
}

// system converts a system error to FFmpeg's form.
func system(n int) astiav.Error { return astiav.Error(-n) }

var liveKinds = []liveKind{
	{
		begins: "x11grab", device: true, remote: remoteDisplay, example: "x11grab::0", demuxer: "x11grab", rate: 30, hangs: true, wall: true,
		means: map[astiav.Error]string{
			system(C.EIO):       "there is no such display, or it refuses this program",
			system(C.EINVAL):    "the area does not lie on the screen",
			astiav.ErrExternal:  "the display is gone",
			system(C.EACCES):    "the display is gone, or does not let its pixels be read",
			system(C.ETIMEDOUT): nothingCame,
		},
	},
	{
		begins: "v4l2", device: true, example: "v4l2:/dev/video0", demuxer: "v4l2", polls: true, wall: true,
		options: [][2]string{{"timestamps", "abs"}},
		means: map[astiav.Error]string{
			system(C.ENOENT):    "there is no such device",
			system(C.EACCES):    "this user may not read it; members of the group video may",
			system(C.EPERM):     "this user may not read it; members of the group video may",
			system(C.EBUSY):     "another program uses it",
			system(C.ENODEV):    "it captures no pictures, or is gone",
			system(C.ENXIO):     "it is gone",
			system(C.EIO):       "it is gone, or does not work",
			system(C.ETIMEDOUT): nothingCame,
			system(C.ENOTTY):    "it is not a video device",
			system(C.EINVAL):    "it has no such size or rate, or is not a video device",
		},
	},
	{
		begins: "rtsp", example: "rtsp://camera.local/live", demuxer: "rtsp", protocols: "tcp",
		options: rtspOptions,
		means:   serverErrors,
	},
	{
		begins: "rtsps", example: "rtsps://camera.local/live", demuxer: "rtsp", protocols: "tls,tcp",
		options: append([][2]string{{"tls_verify", "1"}}, rtspOptions...),
		means:   serverErrors,
	},
	{begins: "tcp", example: "tcp://localhost:1234", protocols: "tcp", means: serverErrors},
	{
		begins: "udp", example: "udp://localhost:1234", protocols: "udp", udp: true,
		means: map[astiav.Error]string{
			system(C.EIO):           nothingCame,
			system(C.ETIMEDOUT):     nothingCame,
			system(C.EINVAL):        "ffkvadrat cannot listen on this address",
			system(C.EADDRNOTAVAIL): "this machine has no such address: name one of its addresses, or listen on all of them with udp://@:PORT",
			system(C.EADDRINUSE):    "another program listens there",
			system(C.EACCES):        "this user may not listen there",
		},
	},
}

// remoteDisplay reports whether an X display's name has a host before its number. Even this machine's
// name can lead to another machine.
func remoteDisplay(name string) bool {
	host, _, ok := strings.Cut(name, ":")
	return ok && host != "" && host != "unix"
}

// rtspOptions request the frames through the connection that RTSP uses: no port is opened, and no
// packet is lost.
var rtspOptions = [][2]string{
	{"rtsp_transport", "tcp"},
	{"allowed_media_types", "video"},
	{"timeout", strconv.Itoa(silence * 1e6)},
}

var nothingCame = fmt.Sprintf("nothing came for %d s", silence)

var serverErrors = map[astiav.Error]string{
	system(C.EIO):          "there is no such server, or it closed the connection",
	system(C.ECONNREFUSED): "no server answers there",
	system(C.ECONNRESET):   "the server closed the connection",
	system(C.ETIMEDOUT):    nothingCame,
}

// lookAhead is how many microseconds of a live source FFmpeg may read to find its parameters. For files
// it reads 5 to 7 seconds, which would delay the first frame by that much.
const lookAhead = "500000"

// DeviceKinds returns an example name for each kind of [Device].
func DeviceKinds() (examples []string) {
	for _, k := range liveKinds {
		if k.device {
			examples = append(examples, k.example)
		}
	}
	return examples
}

// Check returns an error if the device's name or the requested format is invalid.
func (d Device) Check() error {
	kind, address, _ := strings.Cut(d.Name, ":")
	switch k := liveOf(d.Name, true); {
	case k == nil:
		return fmt.Errorf("%q is not a device of a known kind, such as %s", d.Name, strings.Join(DeviceKinds(), " or "))
	case address == "":
		return fmt.Errorf("%q names a kind of device, but not which one; an example is %s", kind, k.example)
	case d.Width < 0 || d.Height < 0 || (d.Width == 0) != (d.Height == 0):
		return fmt.Errorf("%d×%d is not a size", d.Width, d.Height)
	case d.Rate != 0 && !(d.Rate >= MinDeviceRate && d.Rate <= MaxDeviceRate):
		return fmt.Errorf("%v pictures a second are not between %d and %d", d.Rate, MinDeviceRate, MaxDeviceRate)
	}
	return nil
}

// liveOf returns the kind of device or URL that a name stands for, nil if it is not a live source.
func liveOf(name string, device bool) *liveKind {
	for i := range liveKinds {
		k := &liveKinds[i]
		after := "://"
		if k.device {
			after = ":"
		}
		if n := len(k.begins + after); k.device == device && len(name) >= n && strings.EqualFold(name[:n], k.begins+after) {
			return k
		}
	}
	return nil
}

// live returns the kind of live source that a name stands for, nil if it is not a live source or a does
// not allow it.
func (a Access) live(name string) *liveKind {
	switch {
	case name == "":
		return nil
	case name == a.Device.Name:
		return liveOf(name, true)
	case a.Network:
		return liveOf(name, false)
	}
	return nil
}

// IsLive reports whether a name stands for a live source that the context's [Access] allows.
func IsLive(ctx context.Context, name string) bool { return AccessOf(ctx).live(name) != nil }

type endKey struct{}

// WithEnd returns a context under which live sources end when end is done: their last frame comes, then
// io.EOF. It lets the user stop a source, which has no end.
func WithEnd(ctx, end context.Context) context.Context {
	return context.WithValue(ctx, endKey{}, end)
}

func endOf(ctx context.Context) context.Context {
	if end, ok := ctx.Value(endKey{}).(context.Context); ok {
		return end
	}
	return context.Background()
}

// address returns the name for FFmpeg's demuxer.
func (k *liveKind) address(name string) string {
	if k.device {
		_, name, _ = strings.Cut(name, ":")
		return name
	}
	return lowerScheme(name)
}

// demuxerOptions returns the demuxer's options.
func (k *liveKind) demuxerOptions(d Device) [][2]string {
	options := append([][2]string{{"format_whitelist", k.formats()}, {"protocol_whitelist", k.protocols}, {"analyzeduration", lookAhead}}, k.options...)
	if !k.device {
		return options
	}
	rate := d.Rate
	if rate == 0 {
		rate = k.rate
	}
	if rate != 0 {
		options = append(options, [2]string{"framerate", strconv.FormatFloat(rate, 'f', -1, 64)})
	}
	if d.Width != 0 {
		options = append(options, [2]string{"video_size", fmt.Sprintf("%dx%d", d.Width, d.Height)})
	}
	return options
}

// formats returns the allowed demuxers, by FFmpeg's names.
func (k *liveKind) formats() string {
	if k.demuxer == "" {
		return formatList()
	}
	format := k.format()
	if format == nil {
		return k.demuxer
	}
	return format.Name()
}

// format returns FFmpeg's demuxer; nil if the content decides, or if this FFmpeg lacks it.
func (k *liveKind) format() *astiav.InputFormat {
	if k.demuxer == "" {
		return nil
	}
	if k.device {
		astiav.RegisterAllDevices() // costs nothing, but programs that only open files do not want it
	}
	return astiav.FindInputFormat(k.demuxer)
}

// meaning is an FFmpeg error with a text for this kind of source. The text replaces FFmpeg's.
type meaning struct {
	text string
	err  error
}

func (m *meaning) Error() string { return m.text }
func (m *meaning) Unwrap() error { return m.err }

// explain replaces an FFmpeg error with its meaning for this kind of source.
func (k *liveKind) explain(err error) error {
	var code astiav.Error
	if err == nil || !errors.As(err, &code) {
		return err
	}
	if text := k.means[code]; text != "" {
		return &meaning{text, err}
	}
	return err
}

// checkDeviceSize returns an error if a device has another size than requested: drivers choose the
// nearest size that they support.
func checkDeviceSize(in *input, info *Info) error {
	d := in.access.Device
	if in.live == nil || !in.live.device || d.Width == 0 || d.Width == info.Width && d.Height == info.Height {
		return nil
	}
	return fmt.Errorf("it has no pictures of %d×%d pixels; the nearest size is %d×%d", d.Width, d.Height, info.Width, info.Height)
}
