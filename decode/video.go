package decode

// #include "shim.h"
import "C"

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"

	"ffkvadrat/yuv"
)

// Best is the stream number for FFmpeg's choice.
const Best = -1

// Options choose what OpenVideo decodes and how.
type Options struct {
	Stream int // index of the video stream, or Best
	// Threads is the number of decoder threads; 0 lets FFmpeg choose. Input without [Faults] gives the
	// same result with any number. For faulty input, one thread that decodes from the start gives the
	// same frames, Corrupt marks and counts every time. With more threads, the contents of a damaged
	// frame and of the frames that refer to it, and the number of faults, depend on the order in which
	// threads run.
	Threads int
	// Linear makes seeks decode everything from the start, to verify other seeks.
	Linear bool
	// Needs is the data that frames have; see [Video.Need].
	Needs yuv.Needs
	// Software keeps the video off the devices of [WithHardware].
	Software bool
	// Surfaces decides for each frame, in the decoding goroutine, whether its samples may stay in the
	// memory of the device that decodes it; the frame can then have a [yuv.Surface]. It can be nil.
	// Whoever sets it must handle [yuv.ErrLost].
	Surfaces func() bool
}

// Video decodes the frames of one stream. One goroutine at a time may use it.
type Video struct {
	ctx     context.Context
	path    string // for messages
	threads int
	info    Info
	faults  Faults
	dec     *decoder
	pool    framePool
	shaper  pictureShaper
	fields  splitter
	clock   clock
	queue   []*Frame // decoded and not yet returned, at most two
	seen    prefix
	groups  groups
	codes   timecodes
	index   int64        // of the decoder's next frame, -1 if unknown
	last    int64        // tick of the last returned frame, noPTS at first
	handed  int64        // frames returned
	passed  int64        // highest tick of a sequence up to which missing pictures were counted
	locate  bool         // the next frame is the first after a seek: it must be a key frame, and its index is looked up
	until   int64        // tick up to which a seek skips frames that are not key frames
	astray  bool         // a frame contradicted the prefix
	linear  bool         // seeks decode from the start
	trusted bool         // see trust
	guessed bool         // info.Duration is an estimate
	keep    func(*Frame) // or nil; see Keep
	pairs   bool         // see Need
	before  [2]*Frame    // by track, the last picture before the next one, in use, if known and pairs is set
}

// OpenVideo opens a file by its plain name and decodes its first frame. [WithAccess] sets in ctx what
// may be opened. Cancelling ctx ends this and all later calls with the context's error, even while they
// wait for input. Errors match [ErrNotVideo], [ErrNoVideo], [ErrNoFrame], [ErrNetwork],
// *[UnsupportedError], *[SizeError], *[StreamError] or those of package io/fs.
func OpenVideo(ctx context.Context, path string, opt Options) (*Video, error) {
	v, err := openVideo(ctx, path, opt)
	if err != nil {
		return nil, fmt.Errorf("decode: open %q: %w", WithoutPassword(path), err)
	}
	return v, nil
}

func openVideo(ctx context.Context, path string, opt Options) (*Video, error) {
	in, err := openInput(ctx, path)
	if err != nil {
		return nil, err
	}
	v, err := in.openVideo(ctx, opt)
	return v, in.orUnclear(err)
}

// openVideo opens the input's video. It takes ownership of in, also on failure.
func (in *input) openVideo(ctx context.Context, opt Options) (*Video, error) {
	dem, err := openDemuxer(in)
	if err != nil {
		return nil, err
	}
	stream, err := chooseVideo(dem, opt.Stream)
	if err != nil {
		err = dem.lack(err)
		dem.close()
		return nil, err
	}
	dem.selectStream(stream)
	v := &Video{ctx: ctx, path: WithoutPassword(in.path), threads: opt.Threads, last: noPTS, pairs: opt.Needs.Before}
	v.shaper.access = in.access
	v.info, v.shaper.stream = readInfo(dem)
	if err := checkDeviceSize(in, &v.info); err != nil {
		dem.close()
		return nil, err
	}
	v.fields.fields = PicturesOf(ctx).Fields
	if v.fields.fields != yuv.WholeFrames {
		opt.Surfaces = nil // a field is read in system memory
		v.shaper.halved = true
	}
	if err := v.fields.adapt(&v.info); err != nil {
		dem.close()
		return nil, err
	}
	v.clock = newClock(v.info.TimeBase, frameRate(dem.current())*float64(v.fields.perFrame()))
	v.groups, v.codes = newGroups(), newTimecodes(dem)
	v.guessed = lengthIsGuessed(dem)
	v.seen = prefixOf(in.pictures, v.fields.perFrame())
	v.linear = opt.Linear || in.pictures == nil && (!in.seekable() || !canSeek(v.info.Container) || !slices.Contains(keyed, v.info.Codec) && !intraOnly(dem.current()))
	hardware := hardwareOf(ctx)
	if opt.Software {
		hardware = nil
	}
	if v.dec, err = openDecoder(dem, &v.faults, hardware, opt); err != nil {
		err = dem.lack(err)
		dem.close()
		return nil, err
	}
	if err = v.findBreaks(false); err == nil {
		err = v.prime()
	}
	if err != nil {
		err = dem.lack(err)
		v.Close()
		return nil, err
	}
	return v, nil
}

// chooseVideo resolves Best and refuses streams that are not video.
func chooseVideo(d *demuxer, want int) (int, error) {
	if want != Best {
		if want < 0 || want >= d.fc.NbStreams() || !isVideo(d.fc.Streams()[want]) {
			return 0, &StreamError{Index: want}
		}
		return want, nil
	}
	if i := int(C.best_stream(d.c, C.AVMEDIA_TYPE_VIDEO)); i >= 0 && isVideo(d.fc.Streams()[i]) {
		return i, nil
	}
	for i, s := range d.fc.Streams() {
		if isVideo(s) {
			return i, nil
		}
	}
	return 0, d.noVideo()
}

// prime decodes the first frame. It refuses a video that cannot be shown, and sets the time of the
// first frame.
func (v *Video) prime() error {
	f, err := v.pull()
	if err == io.EOF {
		switch {
		case v.dec.joining.waits:
			return fmt.Errorf("%w: no key frame came", ErrNoFrame)
		case !v.info.Seekable && !v.info.Live && v.dec.dem.in.raw == nil:
			return fmt.Errorf("%w: a pipe is %w, which the container may need", ErrNoFrame, ErrNotSeekable)
		case v.faults.First != nil:
			return fmt.Errorf("%w: %w", ErrNoFrame, bare(v.faults.First))
		}
		return ErrNoFrame
	}
	if err != nil {
		return err
	}
	v.push(f)
	if err := v.shaper.shape(f); err != nil {
		return err
	}
	if !f.HasPTS && C.int64_t(f.c.best_effort_timestamp) == noPTS && v.info.Seekable {
		if err := v.countBack(); err != nil {
			return err
		}
		v.seen = prefix{uneven: true, ticks: []int64{v.clock.begin}}
		v.clock.restart()
		v.describe(f)
	}
	v.info.StartPTS, v.info.HasStartPTS, v.info.Start = f.PTS, f.HasPTS, f.Time
	if v.info.Start < 0 && v.info.Duration > 0 && from(v.info.Container, sinceZero) {
		v.info.Duration -= v.info.Start
	}
	if start := v.dec.dem.c.start_time; start != noPTS {
		v.info.Lead = max(0, f.Time-float64(start)/C.AV_TIME_BASE)
	}
	if err := v.findSecond(f); err != nil {
		return err
	}
	v.info.Width, v.info.Height = f.Picture.Width, f.Picture.Height
	v.info.PixelFormat, v.info.Model = f.Picture.Format.Name, f.Picture.Format.Model
	v.info.Colour = f.Picture.Colour
	v.info.Grain = hasGrain(f.c)
	v.noteGrain()
	v.info.Interlacing = f.Interlacing
	v.info.Interlaced = v.info.Interlaced || f.Interlacing != yuv.Progressive
	if v.info.SAR.Num == 0 {
		if f.SAR.Num == 0 && v.fields.fields != yuv.WholeFrames {
			f.SAR = v.fields.sar(Rational{1, 1})
		}
		v.info.SAR = f.SAR
	}
	if C.display_matrix(streamPointer(v.dec.dem.current())) == nil {
		v.info.Orientation = orientation(displayMatrix(C.frame_display_matrix(f.c)))
	}
	return nil
}

// findSecond decodes the frame after the first one if the file may be a single picture, and corrects what the file says: only
// the end of the frames shows that there is one. A frame gives two fields.
func (v *Video) findSecond(first *Frame) error {
	if !v.info.claimsStill() || v.fields.perFrame() > 1 {
		return nil
	}
	v.queue = v.queue[:0]
	f, err := v.pull()
	v.push(first)
	if err == io.EOF {
		v.info.Frames = 1
		return nil
	}
	if err != nil {
		return err
	}
	v.push(f)
	v.info.Frames = 0
	if v.info.Duration <= f.Time-first.Time {
		v.info.Duration = 0
	}
	return nil
}

// Info returns what the file says about itself and the stream. It does not change.
func (v *Video) Info() Info { return v.info }

// Faults returns what was wrong with the input so far.
func (v *Video) Faults() Faults { return v.faults }

// Lost returns, after io.EOF, why a live source was lost. It is nil if the source or the user ended it,
// and for other input.
func (v *Video) Lost() error {
	if v.dec == nil {
		return nil
	}
	return v.dec.dem.in.lost
}

// Missed returns how many frames of a live source, by its frame rate and the capture times of its
// frames, are missing up to the last one: they were not read in time. It is 0 for sources without
// capture times.
func (v *Video) Missed() int64 {
	if !v.info.WallClock || v.last == noPTS || v.info.AvgFrameRate.Float() <= 0 {
		return 0
	}
	seconds := float64(v.last-v.seen.ticks[0]) * v.clock.base
	return max(0, int64(math.Round(seconds*v.info.AvgFrameRate.Float()))+1-v.handed)
}

// Next returns the next frame in presentation order, which the caller must Release; io.EOF follows the
// last one.
func (v *Video) Next() (*Frame, error) {
	if v.dec != nil {
		v.dec.dem.in.await()
	}
	f, err := v.pull()
	if err == io.EOF {
		return nil, io.EOF
	}
	if err == nil {
		v.countHoles(v.fields.streamTicks(f.Tick))
		v.last = f.Tick
		v.handed++
		if err = v.shaper.shape(f); err == nil {
			v.dec.checkParsed(f)
			v.pair(f)
			return f, nil
		}
		f.Release()
	}
	return nil, fmt.Errorf("decode: %q: %w", v.path, err)
}

// pull takes a frame from the queue, or else from the decoder.
func (v *Video) pull() (*Frame, error) {
	if err := v.usable(); err != nil {
		return nil, err
	}
	if len(v.queue) > 0 {
		f := v.queue[0]
		n := copy(v.queue, v.queue[1:])
		v.queue = v.queue[:n]
		return f, nil
	}
	for {
		if err := v.ctx.Err(); err != nil {
			return nil, err
		}
		f, err := v.pool.get()
		if err != nil {
			return nil, err
		}
		if err := v.receive(f); err != nil {
			f.Release()
			if err == io.EOF && v.index >= 0 && !v.gap() {
				v.seen.complete = true
				if v.dec.dem.in.pictures != nil { // the last ones may not decode
					v.index = int64(len(v.seen.ticks))
				}
			}
			return nil, err
		}
		f.decoded = v.dec.on.decoded()
		if f.exports = v.dec.exports(); f.decoded.onDevice && !f.exports.parsed {
			f.exports = codedData{}
		}
		f.parsed = v.dec.takeParsed(f.c)
		if f.decoded.kept {
			f.surface.begin(v.dec)
		}
		v.describe(f)
		if err := v.fields.cut(f); err != nil {
			f.Release()
			return nil, err
		}
		if v.dec.early(f.c) || v.locate && !f.KeyFrame && f.Tick <= v.until {
			v.clock.leave()
			f.Release()
			continue
		}
		if !f.second {
			v.dec.settle(f.c)
		}
		v.number(f)
		v.groups.note(f, v.groupAhead)
		v.codes.note(f, v.fields.frame(f.Index))
		return f, nil
	}
}

// receive decodes the next frame into f, or takes the second field of the last one.
func (v *Video) receive(f *Frame) error {
	if v.fields.second(f) {
		return nil
	}
	if err := v.dec.receive(f.c); err != nil {
		return err
	}
	return v.fields.take(f)
}

// usable returns why nothing can be decoded any more, or nil.
func (v *Video) usable() error {
	if v.dec == nil {
		return fs.ErrClosed
	}
	return v.ctx.Err()
}

// push appends a frame to the queue.
func (v *Video) push(f *Frame) { v.queue = append(v.queue, f) }

// describe copies the decoder's data about a frame.
func (v *Video) describe(f *Frame) {
	c := f.c
	f.HasPTS = c.pts != noPTS
	f.PTS = v.fields.ticks(int64(c.pts))
	if !f.HasPTS {
		f.PTS = 0
	}
	f.KeyFrame = C.frame_is_key(c) != 0 && !f.second
	f.PictType = byte(C.av_get_picture_type_char(c.pict_type))
	f.Corrupt = C.frame_is_corrupt(c) != 0
	f.Interlacing = interlacing(c)
	f.Own, f.Earlier = 0, false
	if f.Packet = int(C.frame_packet_size(c)); f.second {
		f.Packet = 0 // counted with the first field
	}
	f.SAR = v.fields.sar(rational(c.sample_aspect_ratio).reduced()) // each PNG has its own density
	if f.SAR.Num == 0 {
		f.SAR = v.info.SAR
	}
	shift := v.dec.dem.breaks.shift(int(C.frame_segment(c)), v.dec.dem.baseOf(v.dec.dem.stream))
	if s := v.dec.dem.in.pictures; s != nil {
		f.Number, f.HasNumber = s.Number(int64(c.pts)), f.HasPTS
	}
	guess, duration := v.fields.ticks(int64(c.best_effort_timestamp)), int64(C.frame_duration(c))
	if f.second {
		later := duration
		if later <= 0 || !f.HasPTS {
			later = v.clock.step
		}
		if f.HasPTS {
			f.PTS += later
		}
		if guess != noPTS {
			guess += later
		}
	}
	v.clock.stamp(f, guess, v.fields.ticks(shift), duration)
}

// number sets a frame's index and extends the prefix.
func (v *Video) number(f *Frame) {
	if v.locate {
		v.locate = false
		v.index = v.seen.find(f.Tick)
		if v.dec.dem.in.raw != nil {
			v.index = f.Tick
		}
		v.astray = !f.KeyFrame || v.index < 0 && v.seen.covers(f.Tick)
	}
	if v.dec.dem.in.pictures != nil { // some pictures before it may not decode
		v.index = v.seen.find(f.Tick)
	}
	f.Index = v.index
	if v.clock.wrong {
		v.seen.uneven = true
	}
	if v.index < 0 {
		v.astray = v.astray || !f.HasPTS || v.clock.wrong
		return
	}
	if v.info.Live && v.index > 0 || v.gap() { // a live source never ends and cannot seek
		v.index++
		return
	}
	if !v.seen.note(v.index, f) {
		v.astray = true
		v.index, f.Index = -1, -1
		return
	}
	v.index++
}

// gap reports whether the index of the next frame is known although frames before it were not decoded,
// which happens in raw video only.
func (v *Video) gap() bool {
	return v.dec.dem.in.raw != nil && v.index > int64(len(v.seen.ticks))
}

// Close releases everything except the returned frames, which stay valid until their Release.
func (v *Video) Close() {
	if v.dec == nil {
		return
	}
	v.countOutside(v.dec.dem.in.ctx)
	v.clear()
	v.forget()
	v.dec.close()
	v.dec.dem.close()
	v.dec = nil
	v.fields.close()
	v.shaper.close()
	v.pool.close()
}

// clear empties the queue.
func (v *Video) clear() {
	for _, f := range v.queue {
		f.Release()
	}
	v.queue = v.queue[:0]
}
