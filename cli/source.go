package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/samples"
	"ffkvadrat/yuv"
)

// fileName is a file name, byte for byte as the user gave it: kong's own
// strings lose bytes that are not UTF-8.
type fileName string

// Decode is called by kong.
func (f *fileName) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	name, ok := token.Value.(string)
	if !ok || name == "" {
		return errors.New("the file's name is empty")
	}
	*f = fileName(name)
	return nil
}

// outName is the name of a file to write.
type outName string

// Decode is called by kong.
func (o *outName) Decode(ctx *kong.DecodeContext) error { return (*fileName)(o).Decode(ctx) }

// errMissing means a flag at the end of the arguments that wants a value.
var errMissing = errors.New("its value is missing")

// source is the part of the arguments that names the video.
type source struct {
	File   fileName `arg:"" optional:"" help:"Video or picture. Without it, the embedded sample."`
	Stream int      `default:"-1" help:"Index of the video stream. -1 is FFmpeg's choice." group:"Input:"`
}

// video returns the file that is named, if one is.
func (s source) video() []fileName {
	if s.File == "" {
		return nil
	}
	return []fileName{s.File}
}

// input is a file to open.
type input struct {
	path   string
	name   string // for messages, without a password
	stream int
	remove func() // deletes the temporary file, if there is one
}

// inputAt returns the input that a file's name or a URL names, with FFmpeg's choice of the stream.
func inputAt(path string) *input {
	return &input{path: path, name: decode.WithoutPassword(path), stream: decode.Best, remove: func() {}}
}

// locate finds the file. The embedded sample becomes a temporary file.
func (s source) locate() (*input, error) {
	if s.File != "" {
		in := inputAt(string(s.File))
		in.stream = s.Stream
		return in, nil
	}
	dir, err := os.MkdirTemp("", "ffkvadrat-*")
	if err != nil {
		return nil, fmt.Errorf("unpack the embedded sample: %w", err)
	}
	in := &input{filepath.Join(dir, samples.Name), samples.Name, s.Stream, func() { os.RemoveAll(dir) }}
	if err := os.WriteFile(in.path, samples.Sample(), 0o600); err != nil {
		in.remove()
		return nil, fmt.Errorf("unpack the embedded sample: %w", err)
	}
	return in, nil
}

// open starts to decode with the given number of threads; 0 chooses a useful
// number. Pictures come with needs.
func (in *input) open(e *environment, threads int, needs yuv.Needs) (*decode.Video, error) {
	return decode.OpenVideo(e.ctx, in.path, decode.Options{Stream: in.stream, Threads: threads, Needs: needs})
}

// frame opens the video and decodes the frame to which seek leads. What several threads make of damage differs from run to
// run, and some may give fewer frames: like an export, it begins again on one thread then.
func (in *input) frame(e *environment, needs yuv.Needs, seek func(*decode.Video) error) (*decode.Video, *decode.Frame, error) {
	for _, threads := range []int{0, 1} {
		video, err := in.open(e, threads, needs)
		if err != nil {
			return nil, nil, err
		}
		var frame *decode.Frame
		if err = seek(video); err == nil {
			frame, err = video.Next()
		}
		again := threads == 0 && video.Faults().Any() && video.Info().Seekable
		if err == nil && !again {
			return video, frame, nil
		}
		frame.Release()
		video.Close()
		if !again {
			return nil, nil, in.about(err)
		}
	}
	panic("unreachable")
}

// about puts the input's name before an error that does not contain it.
func (in *input) about(err error) error {
	if err == nil || in.namedIn(err.Error()) {
		return err
	}
	return &wording.Named{Name: in.name, Err: err}
}

// namedIn reports whether a text contains the input's name, plain or in quotes.
func (in *input) namedIn(text string) bool {
	text = decode.WithoutPassword(text)
	return strings.Contains(text, in.name) || strings.Contains(text, strconv.Quote(in.name))
}

// damage returns nil, or an error of status "partly" about the faults of the
// input; done says what happened to the job.
func (in *input) damage(faults decode.Faults, done string) error {
	if !faults.Any() {
		return nil
	}
	first := fmt.Errorf("%w: %s, the first: %w", errPartly, number(faults.Count(), "fault"), faults.First)
	if faults.Cut != nil && faults.Cut != faults.First {
		first = fmt.Errorf("%w, the last: %w", first, faults.Cut)
	}
	return &wording.Named{Name: in.name, Err: fmt.Errorf("%w; %s", first, done)}
}

// with runs a command's job on the source and an engine.
func (s source) with(e *environment, t tuning, job func(*input, *headless.Engine) error) error {
	in, err := s.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	engine, err := openEngine(e, t.Engine)
	if err != nil {
		return err
	}
	defer engine.Release()
	return noDevice(t.Engine, job(in, engine))
}

// noDevice names the flag in the error of an engine that turns out to have no device.
func noDevice(engine string, err error) error {
	if none := (*headless.OpenError)(nil); errors.As(err, &none) {
		return fmt.Errorf("--engine %s: %w", engine, none.Err)
	}
	return err
}

// engine makes an engine with the cache of compiled programs, if there is one.
func (e *environment) engine(name string, warn func(error)) (*headless.Engine, error) {
	if e.programs == nil {
		return headless.Open(name, nil, warn)
	}
	return headless.Open(name, e.programs, warn)
}

// openEngine makes the engine that the user asked for.
func openEngine(e *environment, name string) (*headless.Engine, error) {
	engine, err := e.engine(name, func(err error) { e.warn("continues on the CPU: %s", wording.Line(err)) })
	if err != nil {
		return nil, fmt.Errorf("--engine %s: %w", name, err)
	}
	return engine, nil
}
