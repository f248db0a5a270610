package pipeline

import (
	"context"
	"errors"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
)

const (
	// autoPlaces is the number of places in a video that decide about its automatic threshold.
	autoPlaces = 16
	// autoKeys is the number of different key frames at these places that are enough. With fewer, the
	// frames at the places of a short video are decoded.
	autoKeys = 8
	// autoSpan is the length in seconds of a short video, and the part of others that is decoded.
	autoSpan = 20
)

// Settle replaces a goal that asks for the automatic threshold by the one that Automatic finds. Any
// other goal stays, also one for a source that cannot be read twice: the first selected frame decides
// there.
func Settle(ctx context.Context, path string, stream int, params analysis.Params, goal *response.Goal) (analysis.Params, *response.Goal, error) {
	if goal == nil || !goal.Auto || !HasAutomatic(ctx, path) {
		return params, goal, nil
	}
	found, err := Automatic(ctx, path, stream, params)
	return found.Find(params), nil, err
}

// HasAutomatic reports whether Automatic can read a video: a source that can be read twice.
func HasAutomatic(ctx context.Context, path string) bool {
	return regular(path) && !decode.IsLive(ctx, path)
}

// Automatic returns what decides about the automatic threshold of a video: up to 16 frames with
// content, evenly distributed over it. They are key frames, if there are enough, or else the frames
// at these places, of the first 20 seconds if the video is longer. If none of them has content, the
// video's first frame with content decides. It does not depend on the selected frames.
func Automatic(ctx context.Context, path string, stream int, params analysis.Params) (*response.Automatic, error) {
	// Damage decoded on several threads differs from run to run, as in Run.
	a, damaged, err := automatic(ctx, path, decode.Options{Stream: stream, Needs: params.Needs()}, params)
	if damaged {
		a, _, err = automatic(ctx, path, decode.Options{Stream: stream, Needs: params.Needs(), Threads: 1}, params)
	}
	return a, err
}

func automatic(ctx context.Context, path string, o decode.Options, params analysis.Params) (a *response.Automatic, damaged bool, err error) {
	a = new(response.Automatic)
	if params.Nearness() {
		return a, false, nil
	}
	video, err := decode.OpenVideo(ctx, path, o)
	if err != nil {
		return a, false, err
	}
	defer video.Close()
	length, known := video.KnownLength()
	if known {
		keys, err := addKeys(video, length, a, params)
		if err != nil || a.Pictures > 0 && (keys >= autoKeys || length > autoSpan) {
			return a, video.Faults().Damage() > 0, err
		}
		*a = response.Automatic{}
		if err := video.SeekTime(0); err != nil {
			return a, video.Faults().Damage() > 0, err
		}
	}
	span := float64(autoSpan)
	if known {
		span = min(span, length)
	}
	err = addPlaces(video, span, a, params)
	return a, video.Faults().Damage() > 0, err
}

// place returns the time of a place in seconds after the first frame.
func place(i int, length float64) float64 { return (float64(i) + 0.5) / autoPlaces * length }

// addKeys adds the key frames at the places of a video. It returns the number of different ones, 0
// if the video must be decoded from its start.
func addKeys(video *decode.Video, length float64, a *response.Automatic, params analysis.Params) (keys int, err error) {
	last := -1.
	for i := range autoPlaces {
		if err := video.SeekKey(place(i, length)); err != nil {
			if errors.Is(err, decode.ErrNotSeekable) {
				return 0, nil
			}
			return keys, err
		}
		frame, err := video.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return keys, err
		}
		if at := frame.Time - video.Info().Start; at > last {
			last = at
			keys++
			_, err = a.Add(&frame.Picture, params)
		}
		frame.Release()
		if err != nil {
			return keys, err
		}
	}
	return keys, nil
}

// addPlaces adds the frames at the places of the first span seconds, or else the first frame with
// content.
func addPlaces(video *decode.Video, span float64, a *response.Automatic, params analysis.Params) error {
	var first response.Automatic
	for i := 0; i < autoPlaces || a.Pictures+first.Pictures == 0; {
		frame, err := video.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		end, to := frame.Time+frame.Duration-video.Info().Start, &first
		for i < autoPlaces && end > place(i, span) {
			i++
			to = a
		}
		if to == a || a.Pictures+first.Pictures == 0 {
			_, err = to.Add(&frame.Picture, params)
		}
		frame.Release()
		if err != nil {
			return err
		}
	}
	if a.Pictures == 0 {
		*a = first
	}
	return nil
}
