// Package middle decodes frames from the middle of a video, where there is more to see than at its beginning: the
// command bench measures engines on them.
//
// Input is a video's name; output are pictures in memory of their own. Everything runs on the calling goroutine.
package middle

import (
	"context"
	"io"

	"ffkvadrat/analysis/bench"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// open opens a video at its middle. stream is the index of its video stream, or [decode.Best].
func open(ctx context.Context, path string, stream int) (*decode.Video, error) {
	video, err := decode.OpenVideo(ctx, path, decode.Options{Stream: stream})
	if err != nil {
		return nil, err
	}
	if err := video.SeekTime(video.Info().Duration / 2); err != nil {
		video.Close()
		return nil, err
	}
	return video, nil
}

// copied returns a copy of a frame's picture.
func copied(p *yuv.Picture) (*yuv.Picture, error) {
	return bench.Picture(bench.Video, p.Width, p.Height, 0, p)
}

// Frame returns the frame in the middle of a video.
func Frame(ctx context.Context, path string, stream int) (*yuv.Picture, error) {
	video, err := open(ctx, path, stream)
	if err != nil {
		return nil, err
	}
	defer video.Close()
	frame, err := video.Next()
	if err != nil {
		return nil, err
	}
	defer frame.Release()
	return copied(&frame.Picture)
}

// Window returns n consecutive frames from the middle of a video on: fewer if the video ends or its size or format
// changes. With cuts, they end before a cut.
func Window(ctx context.Context, path string, stream, n int, cuts bool) ([]*yuv.Picture, error) {
	video, err := open(ctx, path, stream)
	if err != nil {
		return nil, err
	}
	defer video.Close()
	var pictures []*yuv.Picture
	var shots histogram.Shots
	most := int64(n)
	if cuts {
		most += histogram.Wait
	}
	for more := true; more && shots.Taken() < most; {
		if pictures, more, err = next(video, &shots, pictures, n); err != nil {
			return nil, err
		}
	}
	shots.End()
	for i := 1; cuts && i < len(pictures); i++ {
		if cut, _ := shots.Cut(int64(i)); cut {
			return pictures[:i], nil
		}
	}
	return pictures, nil
}

// next adds the video's next frame to the shots, and to the pictures if there are fewer than n. more is false at the
// end of the video, and before a frame of another size or format.
func next(video *decode.Video, shots *histogram.Shots, pictures []*yuv.Picture, n int) (_ []*yuv.Picture, more bool, err error) {
	frame, err := video.Next()
	if err == io.EOF && len(pictures) > 0 {
		return pictures, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer frame.Release()
	p := &frame.Picture
	if len(pictures) > 0 && (p.Width != pictures[0].Width || p.Height != pictures[0].Height || p.Format.Name != pictures[0].Format.Name) {
		return pictures, false, nil
	}
	shots.Add(p)
	if len(pictures) < n {
		picture, err := copied(p)
		if err != nil {
			return nil, false, err
		}
		pictures = append(pictures, picture)
	}
	return pictures, true, nil
}
