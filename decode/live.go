package decode

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"github.com/asticode/go-astiav"
)

// Device is a source of pictures that is no file, such as a camera or a display, and what
// is asked of it.
type Device struct {
	Name          string  // its kind and its address, such as v4l2:/dev/video0 or x11grab::0
	Width, Height int     // of its pictures; 0 for its own
	Rate          float64 // pictures a second; 0 for its usual rate
}

// Rates of a [Device]. Below the lower one, a read would last longer than a user waits for
// an end.
const (
	MinDeviceRate = 1
	MaxDeviceRate = 1000
)

// silence is for how many seconds a live source may send nothing.
const silence = 10

// liveKind is a kind of live sources: of those that go on by themselves, have no place to
// seek to, and no end of their own.
type liveKind struct {
	begins  string                    // a device's name begins with that and a colon, a URL with that and ://
	device  bool                      // [Access.Device] allows it; else [Access.Network] does
	remote  func(address string) bool // whether a device's address needs the network as well; nil: none does
	example string
	demuxer string // FFmpeg's name; empty: the content says which, from the list of containers
	// protocols are those that FFmpeg may use.
	protocols string
	udp       bool        // the URL is to be listened to: see [listening]
	options   [][2]string // of the demuxer
	rate      float64     // a device's usual rate; 0 for its own
	// polls says that reads return at once, with or without a packet: they could not be
	// interrupted otherwise.
	polls bool
	// hangs says that nothing interrupts a call of FFmpeg: see [apart].
	hangs bool
	wall  bool // time stamps are microseconds since 1970
	// means says what errors mean here.
	means map[astiav.Error]string
}

// system is the form of a system's error that FFmpeg returns.
func system(n syscall.Errno) astiav.Error { return astiav.Error(-int(n)) }

var liveKinds = []liveKind{
	{
		begins: "x11grab", device: true, remote: remoteDisplay, example: "x11grab::0", demuxer: "x11grab", rate: 30, hangs: true, wall: true,
		means: map[astiav.Error]string{
			system(syscall.EIO):       "there is no such display, or it refuses this program",
			system(syscall.EINVAL):    "the area does not lie on the screen",
			astiav.ErrExternal:        "the display is gone",
			system(syscall.EACCES):    "the display is gone, or does not let its pixels be read",
			system(syscall.ETIMEDOUT): nothingCame,
		},
	},
	{
		begins: "v4l2", device: true, example: "v4l2:/dev/video0", demuxer: "v4l2", polls: true, wall: true,
		options: [][2]string{{"timestamps", "abs"}},
		means: map[astiav.Error]string{
			system(syscall.ENOENT):    "there is no such device",
			system(syscall.EACCES):    "this user may not read it; members of the group video may",
			system(syscall.EPERM):     "this user may not read it; members of the group video may",
			system(syscall.EBUSY):     "another program uses it",
			system(syscall.ENODEV):    "it captures no pictures, or is gone",
			system(syscall.ENXIO):     "it is gone",
			system(syscall.EIO):       "it is gone, or does not work",
			system(syscall.ETIMEDOUT): nothingCame,
			system(syscall.ENOTTY):    "it is not a video device",
			system(syscall.EINVAL):    "it has no such size or rate, or is not a video device",
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
			system(syscall.EIO):           nothingCame,
			system(syscall.ETIMEDOUT):     nothingCame,
			system(syscall.EINVAL):        "ffkvadrat cannot listen on this address",
			system(syscall.EADDRNOTAVAIL): "this machine has no such address: name one of its addresses, or listen on all of them with udp://@:PORT",
			system(syscall.EADDRINUSE):    "another program listens there",
			system(syscall.EACCES):        "this user may not listen there",
		},
	},
}

// remoteDisplay reports whether an X display has the name of a machine in front of its number. Even
// this machine's may lead to another one.
func remoteDisplay(name string) bool {
	host, _, ok := strings.Cut(name, ":")
	return ok && host != "" && host != "unix"
}

// rtspOptions have the pictures come through the connection that asks for them: no port is
// opened, and nothing is lost on the way.
var rtspOptions = [][2]string{
	{"rtsp_transport", "tcp"},
	{"allowed_media_types", "video"},
	{"timeout", strconv.Itoa(silence * 1e6)},
}

var nothingCame = fmt.Sprintf("nothing came for %d s", silence)

var serverErrors = map[astiav.Error]string{
	system(syscall.EIO):          "there is no such server, or it closed the connection",
	system(syscall.ECONNREFUSED): "no server answers there",
	system(syscall.ECONNRESET):   "the server closed the connection",
	system(syscall.ETIMEDOUT):    nothingCame,
}

// lookAhead is how many microseconds of a live source FFmpeg may take to learn what is in
// it. For files these are 5 to 7 seconds, which would be the delay of the first picture.
const lookAhead = "500000"

// DeviceKinds returns an example of a name of each kind of [Device].
func DeviceKinds() (examples []string) {
	for _, k := range liveKinds {
		if k.device {
			examples = append(examples, k.example)
		}
	}
	return examples
}

// Check returns what is wrong with the device's name or with what is asked of it.
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

// liveOf returns the kind that a name means, of devices or of URLs; nil if none.
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

// live returns the kind of the live source that a name is under this access; nil if it is
// none, or not allowed.
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

// IsLive reports whether a name is that of a live source, which the context's [Access] allows
// to open.
func IsLive(ctx context.Context, name string) bool { return accessOf(ctx).live(name) != nil }

type endKey struct{}

// WithEnd returns a context under which live sources end with end: their last picture comes,
// then io.EOF. It is for the user, as such sources have no end of their own.
func WithEnd(ctx, end context.Context) context.Context {
	return context.WithValue(ctx, endKey{}, end)
}

func endOf(ctx context.Context) context.Context {
	if end, ok := ctx.Value(endKey{}).(context.Context); ok {
		return end
	}
	return context.Background()
}

// address is what FFmpeg's demuxer is given.
func (k *liveKind) address(name string) string {
	if k.device {
		_, name, _ = strings.Cut(name, ":")
		return name
	}
	return lowerScheme(name)
}

// asked returns the demuxer's options.
func (k *liveKind) asked(d Device) [][2]string {
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

// formats are the demuxers that may be used.
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

// format returns FFmpeg's demuxer; nil if the content says which, or this FFmpeg has none.
func (k *liveKind) format() *astiav.InputFormat {
	if k.demuxer == "" {
		return nil
	}
	if k.device {
		astiav.RegisterAllDevices() // which costs nothing but is not wanted by those who open files
	}
	return astiav.FindInputFormat(k.demuxer)
}

// meaning is what an error of FFmpeg means for such a source, in words that say all.
type meaning struct {
	text string
	err  error
}

func (m *meaning) Error() string { return m.text }
func (m *meaning) Unwrap() error { return m.err }

// explain says what an error of FFmpeg means for such a source.
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

// checkAsked returns an error if a device has another size than it was asked for: drivers take the
// nearest one that they have.
func checkAsked(in *input, info *Info) error {
	d := in.access.Device
	if in.live == nil || !in.live.device || d.Width == 0 || d.Width == info.Width && d.Height == info.Height {
		return nil
	}
	return fmt.Errorf("it has no pictures of %d×%d pixels; the nearest size is %d×%d", d.Width, d.Height, info.Width, info.Height)
}
