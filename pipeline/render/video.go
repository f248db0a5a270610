package render

// #include "shim.h"
import "C"

import (
	"context"
	"io"
	"math"

	"ffkvadrat/decode"
)

// video is the output file: encoder, muxer and sound.
type video struct {
	width, height int // of the frames
	base          decode.Rational
	encoder       *encoder
	muxer         *muxer        // nil for files with a frame each
	files         *pictureFiles // else nil
	sound         *soundtrack   // nil without sound
	origin        int64         // tick that becomes 0
	end           float64       // of the source, in seconds of its clock; 0 if unknown
	line          line
	turned        decode.Orientation // rotation that the container stores
	trial         *trial             // nil without a trial
	report        Report
}

func (f *video) open(w io.Writer, c *choice, rate decode.Rational, sound *decode.SoundPackets) error {
	decode.Silence()
	muxer := outputFormat(c.container.muxer)
	globalHeader := muxer != nil && muxer.flags&C.AVFMT_GLOBALHEADER != 0
	var err error
	if f.encoder, err = openEncoder(c, f.width, f.height, f.base, rate, globalHeader); err != nil {
		return err
	}
	if c.regionSupport != nil && c.trial {
		if f.trial, err = openTrial(f, rate, globalHeader); err != nil {
			return err
		}
	}
	f.report = Report{Width: f.encoder.width, Height: f.encoder.height, Encoder: c.codec.Name(), PixelFormat: c.format.Name(), Turned: f.turned != decode.Orientation{} && !c.container.turns()}
	if f.files != nil {
		return nil
	}
	if sound == nil {
		f.muxer, err = openMuxer(w, f.encoder, rate, f.turned, nil)
		return err
	}
	if f.muxer, err = openMuxer(w, f.encoder, rate, f.turned, sound.Streams()); err != nil {
		return err
	}
	f.sound = &soundtrack{packets: sound, muxer: f.muxer, ticks: cRational(f.base), lines: map[int]*line{}}
	return nil
}

// begin computes the tick that becomes 0.
func (f *video) begin(first *decode.Frame, clipped bool) error {
	f.origin = first.Tick
	if !clipped {
		if tick, ok, err := f.sound.start(); err != nil {
			return err
		} else if ok {
			f.origin = min(f.origin, tick)
		}
		f.origin = min(max(f.origin, 0), first.Tick) // sound before 0 is its codec's priming
	}
	if f.sound != nil {
		f.sound.origin, f.sound.clipped = f.origin, clipped
	}
	return nil
}

// timing is when and how long a frame is shown, for use after the frame has been released.
type timing struct {
	index          int64
	tick           int64   // time in the frames' time base
	time, duration float64 // in seconds
}

func timingOf(f *decode.Frame) timing { return timing{f.Index, f.Tick, f.Time, f.Duration} }

// shownFor returns how long a frame is shown, in seconds: at most until the end of the video, which
// the frame rate may exceed for the last frame.
func (f *video) shownFor(t timing) float64 {
	if left := f.end - t.time; left > 0 {
		return min(t.duration, left)
	}
	return t.duration
}

// add encodes a frame and writes the available packets. blocks are the offsets of its regions, if
// it has regions.
func (f *video) add(ctx context.Context, coded *C.AVFrame, t timing, blocks []int8) error {
	duration := int64(math.Round(f.shownFor(t) / f.base.Float()))
	if f.files != nil {
		f.files.numbers = append(f.files.numbers, t.index)
	}
	tick := f.line.place(t.tick-f.origin, duration)
	if err := f.encoder.send(coded, tick, duration); err != nil {
		return err
	}
	if err := f.trial.add(coded, tick, duration, blocks); err != nil {
		return err
	}
	f.report.Frames++
	return f.drain(ctx)
}

// drain writes the encoder's available packets, each after the sound before it; io.EOF comes after
// the last one.
func (f *video) drain(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		pkt, err := f.encoder.receive()
		if err != nil || pkt == nil {
			return err
		}
		p := packetPointer(pkt)
		if err := f.trial.see(p); err != nil {
			return err
		}
		if f.files != nil {
			if err := f.files.write(ctx, p); err != nil {
				return err
			}
			continue
		}
		if err := f.sound.copyUntil(rescale(int64(p.dts), f.encoder.base, f.encoder.ticks)); err != nil {
			return err
		}
		if err := f.muxer.write(p, f.encoder.base, f.muxer.video); err != nil {
			return err
		}
	}
}

// finish completes the file. With cut the sound ends with the last frame.
func (f *video) finish(ctx context.Context, cut bool) error {
	if err := f.encoder.end(); err != nil {
		return err
	}
	if err := f.drain(ctx); err != io.EOF {
		return err
	}
	var err error
	if f.report.Trial, err = f.trial.finish(); err != nil {
		return err
	}
	if f.files != nil {
		return nil
	}
	if cut {
		err = f.sound.copyUntil(f.line.next)
	} else {
		err = f.sound.copyAll()
	}
	if err != nil {
		return err
	}
	return f.muxer.finish()
}

func (f *video) close() {
	f.trial.close()
	f.muxer.close()
	f.encoder.close()
}
