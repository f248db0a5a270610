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

// Best as a stream number means FFmpeg's choice.
const Best = -1

// Options choose what OpenVideo decodes and how.
type Options struct {
	Stream int // index of the video stream, or Best
	// Threads is the number of decoder threads; 0 means as many as FFmpeg finds useful.
	// It changes nothing for input without [Faults]. With faults, decoding from the start
	// with one thread gives the same pictures, the same Corrupt marks and the same counts
	// every time. With more threads, the contents of a damaged picture and of those that
	// refer to it, and the number of faults, depend on which thread came first.
	Threads int
	// Linear makes seeks decode everything from the start on, to judge what other seeks led to.
	Linear bool
	// Needs are what pictures come with; see [Video.Need].
	Needs yuv.Needs
	// Software keeps the video from the devices of [WithHardware].
	Software bool
	// Surfaces, if it is not nil, says of each picture, in the goroutine that decodes, whether
	// its samples may stay in the memory of the device that decodes it: then it may have a
	// [yuv.Surface]. Whoever sets it has to cope with [yuv.ErrLost].
	Surfaces func() bool
}

// Video decodes the pictures of one stream. One goroutine at a time may use it.
type Video struct {
	ctx     context.Context
	path    string // for messages
	threads int
	info    Info
	faults  Faults
	dec     *decoder
	pool    framePool
	shaper  pictureShaper
	clock   clock
	queue   []*Frame // decoded and not yet handed out, at most two
	seen    prefix
	groups  groups
	codes   timecodes
	index   int64        // of the next picture out of the decoder, -1 if unknown
	last    int64        // tick of the picture handed out last, noPTS before the first
	handed  int64        // pictures handed out
	locate  bool         // the next picture is a seek's first: it has to be a key frame, and its index is to be found
	until   int64        // tick up to which a seek passes pictures that are no key frames
	astray  bool         // a picture contradicted the prefix
	linear  bool         // seeks decode from the start
	trusted bool         // see trust
	guessed bool         // info.Duration is an estimate
	keep    func(*Frame) // or nil; see Keep
	pairs   bool         // see Pair
	before  *Frame       // used; the picture before the next one, if it is known and pairs is set
}

// OpenVideo opens a file by its plain name and decodes its first picture. [WithAccess]
// puts into ctx what may be opened. Cancelling ctx ends this and all later calls with the
// context's error, even while they wait for input. Errors match [ErrNotVideo],
// [ErrNoVideo], [ErrNoFrame], [ErrNetwork], *[UnsupportedError], *[SizeError],
// *[StreamError] or those of package io/fs.
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
	v := &Video{ctx: ctx, path: WithoutPassword(path), threads: opt.Threads, last: noPTS, pairs: opt.Needs.Before}
	v.shaper.access = in.access
	v.info, v.shaper.stream = readInfo(dem)
	if err := checkAsked(in, &v.info); err != nil {
		dem.close()
		return nil, err
	}
	v.clock = newClock(v.info.TimeBase, frameRate(dem.current()))
	v.groups, v.codes = newGroups(), newTimecodes(dem)
	v.guessed = lengthIsGuessed(dem)
	v.linear = opt.Linear || !in.seekable() || !canSeek(v.info.Container) || !slices.Contains(keyed, v.info.Codec) && !intraOnly(dem.current())
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

// chooseVideo resolves Best, and refuses streams that are not video.
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

// prime decodes the first picture. It refuses what cannot be shown right at
// the start, and the time of the first picture is known afterwards.
func (v *Video) prime() error {
	f, err := v.pull()
	if err == io.EOF {
		switch {
		case v.dec.joining.waits:
			return fmt.Errorf("%w: no key frame came", ErrNoFrame)
		case !v.info.Seekable && !v.info.Live:
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
	v.info.Width, v.info.Height = f.Picture.Width, f.Picture.Height
	v.info.PixelFormat, v.info.Model = f.Picture.Format.Name, f.Picture.Format.Model
	v.info.Colour = f.Picture.Colour
	if v.info.SAR.Num == 0 {
		v.info.SAR = f.SAR
	}
	if C.display_matrix(streamPointer(v.dec.dem.current())) == nil {
		v.info.Orientation = orientation(displayMatrix(C.frame_display_matrix(f.c)))
	}
	return nil
}

// Info returns what the file says about itself and the stream. It does not change.
func (v *Video) Info() Info { return v.info }

// Faults returns what was wrong with the input so far.
func (v *Video) Faults() Faults { return v.faults }

// Lost returns, after io.EOF, why a live source is gone; nil if it or the user ended it, and for
// what is not live.
func (v *Video) Lost() error {
	if v.dec == nil {
		return nil
	}
	return v.dec.dem.in.lost
}

// Missed returns how many pictures of a live source that says when they were taken did not
// come by the last one, by the rate that it has: nobody asked for them in time. It is 0 for all
// others.
func (v *Video) Missed() int64 {
	if !v.info.WallClock || v.last == noPTS || v.info.AvgFrameRate.Float() <= 0 {
		return 0
	}
	seconds := float64(v.last-v.seen.ticks[0]) * v.clock.base
	return max(0, int64(math.Round(seconds*v.info.AvgFrameRate.Float()))+1-v.handed)
}

// Next returns the next picture in presentation order, which the caller has to
// Release; io.EOF comes after the last one.
func (v *Video) Next() (*Frame, error) {
	if v.dec != nil {
		v.dec.dem.in.await()
	}
	f, err := v.pull()
	if err == io.EOF {
		return nil, io.EOF
	}
	if err == nil {
		v.last = f.Tick
		v.handed++
		if err = v.shaper.shape(f); err == nil {
			v.pair(f)
			return f, nil
		}
		f.Release()
	}
	return nil, fmt.Errorf("decode: %q: %w", v.path, err)
}

// pull takes a frame from the queue, else from the decoder.
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
		if err := v.dec.receive(f.c); err != nil {
			f.Release()
			if err == io.EOF && v.index >= 0 {
				v.seen.complete = true
			}
			return nil, err
		}
		f.decoded = v.dec.on.decoded()
		if f.tells = v.dec.tells(); f.decoded.onDevice {
			f.tells = telling{}
		}
		if f.decoded.kept {
			f.surface.begin(v.dec)
		}
		v.describe(f)
		if v.dec.early(f.c) || v.locate && !f.KeyFrame && f.Tick <= v.until {
			v.clock.leave()
			f.Release()
			continue
		}
		v.dec.settle(f.c)
		v.number(f)
		v.groups.note(f, v.groupAhead)
		v.codes.note(f)
		return f, nil
	}
}

// usable returns why nothing can be decoded any more, or nil.
func (v *Video) usable() error {
	if v.dec == nil {
		return fs.ErrClosed
	}
	return v.ctx.Err()
}

// push puts a frame behind those in the queue.
func (v *Video) push(f *Frame) { v.queue = append(v.queue, f) }

// describe copies what the decoder says about a frame.
func (v *Video) describe(f *Frame) {
	c := f.c
	f.HasPTS = c.pts != noPTS
	f.PTS = int64(c.pts)
	if !f.HasPTS {
		f.PTS = 0
	}
	f.KeyFrame = C.frame_is_key(c) != 0
	f.PictType = byte(C.av_get_picture_type_char(c.pict_type))
	f.Corrupt = C.frame_is_corrupt(c) != 0
	f.Packet = int(C.frame_packet_size(c))
	f.SAR = rational(c.sample_aspect_ratio).reduced() // PNG has densities of its own
	if f.SAR.Num == 0 {
		f.SAR = v.info.SAR
	}
	shift := v.dec.dem.breaks.shift(int(C.frame_segment(c)), v.dec.dem.baseOf(v.dec.dem.stream))
	v.clock.stamp(f, int64(c.best_effort_timestamp), shift, int64(C.frame_duration(c)))
}

// number gives a frame its index and keeps the prefix.
func (v *Video) number(f *Frame) {
	if v.locate {
		v.locate = false
		v.index = v.seen.find(f.Tick)
		v.astray = !f.KeyFrame || v.index < 0 && v.seen.covers(f.Tick)
	}
	f.Index = v.index
	if v.clock.wrong {
		v.seen.uneven = true
	}
	if v.index < 0 {
		v.astray = v.astray || !f.HasPTS || v.clock.wrong
		return
	}
	if v.info.Live && v.index > 0 { // it goes on for ever, and cannot seek
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

// Close releases everything but the frames that were handed out, which stay
// valid until their Release.
func (v *Video) Close() {
	if v.dec == nil {
		return
	}
	v.clear()
	v.forget()
	v.dec.close()
	v.dec.dem.close()
	v.dec = nil
	v.shaper.close()
	v.pool.close()
}

// clear drops the queue.
func (v *Video) clear() {
	for _, f := range v.queue {
		f.Release()
	}
	v.queue = v.queue[:0]
}
