package pipeline

import (
	"context"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
)

// Settle replaces a goal that asks for the automatic threshold by that threshold: the one of the
// video's first frame with content, see [response.Automatic], whatever frames are selected, or the
// default if there is no such frame. Any other goal stays, also one for a source that cannot be
// read twice: the first selected frame decides there.
func Settle(ctx context.Context, path string, stream int, params analysis.Params, goal *response.Goal) (analysis.Params, *response.Goal, error) {
	if goal == nil || !goal.Auto || !regular(path) || decode.IsLive(ctx, path) {
		return params, goal, nil
	}
	// Damage decoded on several threads differs from run to run, as in Run.
	params, damaged, err := automatic(ctx, path, decode.Options{Stream: stream, Needs: params.Needs()}, params)
	if damaged {
		params, _, err = automatic(ctx, path, decode.Options{Stream: stream, Needs: params.Needs(), Threads: 1}, params)
	}
	return params, nil, err
}

// automatic returns the parameters with the threshold of the first frame with content, or else with
// the default.
func automatic(ctx context.Context, path string, o decode.Options, params analysis.Params) (_ analysis.Params, damaged bool, err error) {
	video, err := decode.OpenVideo(ctx, path, o)
	if err != nil {
		return params, false, err
	}
	defer video.Close()
	for {
		frame, err := video.Next()
		if err == io.EOF {
			params.Threshold = max(params.DefaultThreshold(), params.Low)
			return params, video.Faults().Any(), nil
		}
		if err != nil {
			return params, video.Faults().Any(), err
		}
		found := params
		var ok bool
		found, ok, err = response.Automatic(&frame.Picture, params)
		frame.Release()
		if err != nil || ok || params.Nearness() {
			return found, video.Faults().Any(), err
		}
	}
}
