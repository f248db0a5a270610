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

// fileName is a file name, byte for byte as given: kong's strings lose bytes that are not UTF-8.
type fileName string

// Decode implements kong's hook.
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

// outName is the name of an output.
type outName string

// Decode implements kong's hook.
func (o *outName) Decode(ctx *kong.DecodeContext) error { return (*fileName)(o).Decode(ctx) }

// errMissing means that a flag at the end of the arguments lacks its value.
var errMissing = errors.New("its value is missing")

// source has the arguments that name the video.
type source struct {
	File   fileName `arg:"" optional:"" help:"Video or picture. Without it, the embedded sample."`
	Stream int      `default:"-1" help:"Index of the video stream. -1 is FFmpeg's choice." group:"Input:"`
}

// video returns the named file, if there is one.
func (s source) video() []fileName {
	if s.File == "" {
		return nil
	}
	return []fileName{s.File}
}

// input is a file to open.
type input struct {
	path   string
	name   string // for messages, without password
	stream int
	remove func() // deletes the temporary file; may be nil
}

// inputAt returns the input at a path or URL, with FFmpeg's choice of the stream.
func inputAt(path string) *input {
	return &input{path: path, name: decode.WithoutPassword(path), stream: decode.Best, remove: func() {}}
}

// locate returns the input. The embedded sample becomes a temporary file.
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

// open opens the video with a number of decoding threads, 0 for a default. Its pictures have what
// needs asks for.
func (in *input) open(e *environment, threads int, needs yuv.Needs) (*decode.Video, error) {
	return decode.OpenVideo(e.ctx, in.path, decode.Options{Stream: in.stream, Threads: threads, Needs: needs})
}

// frame opens the video and decodes the frame at the position of seek. Damage decodes differently
// with several threads, so after a fault it starts again with one, like an export.
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
		again := threads == 0 && video.Faults().Damage() > 0 && video.Info().Seekable
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

// about prefixes an error with the input's name, unless it has it already.
func (in *input) about(err error) error {
	if err == nil || in.namedIn(err.Error()) {
		return err
	}
	return &wording.Named{Name: in.name, Err: err}
}

// namedIn reports whether a text contains the input's name, plain or quoted.
func (in *input) namedIn(text string) bool {
	text = decode.WithoutPassword(text)
	return strings.Contains(text, in.name) || strings.Contains(text, strconv.Quote(in.name))
}

// damage returns an error with status "partly" about the input's faults, or nil. done says what was
// done nevertheless.
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

// with runs a command's job with the source and an engine.
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

// noDevice adds the flag to the error of an engine without a device.
func noDevice(engine string, err error) error {
	if none := (*headless.OpenError)(nil); errors.As(err, &none) {
		return fmt.Errorf("--engine %s: %w", engine, none.Err)
	}
	return err
}

// engine opens an engine with the cache of compiled programs, if there is one.
func (e *environment) engine(name string, warn func(error)) (*headless.Engine, error) {
	if e.programs == nil {
		return headless.Open(name, nil, warn)
	}
	return headless.Open(name, e.programs, warn)
}

// openEngine opens the engine that the user has chosen.
func openEngine(e *environment, name string) (*headless.Engine, error) {
	engine, err := e.engine(name, func(err error) { e.warn("continues on the CPU: %s", wording.Line(err)) })
	if err != nil {
		return nil, fmt.Errorf("--engine %s: %w", name, err)
	}
	return engine, nil
}
