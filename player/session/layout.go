package session

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/decode/rawvideo"
)

const layoutFolder, layoutFormat = "layouts", "ffkvadrat-layout"

// Layout returns the layout that was kept for raw video; the zero value for none. An error is a *[FormatError]
// or one of package io/fs.
func (s *Store) Layout(video VideoFile) (rawvideo.Layout, error) {
	return read(s.pathOf(layoutFolder, video), layoutFormat, rawvideo.Layout{}, func(o *object) (rawvideo.Layout, error) { return parseLayout(o, video) })
}

func parseLayout(o *object, video VideoFile) (l rawvideo.Layout, err error) {
	of, err := o.takeVideo()
	if err != nil {
		return l, err
	}
	if of != video {
		return l, fmt.Errorf("it is of %q with %d bytes", of.Path, of.Size)
	}
	for _, m := range o.members {
		var text string
		if m.name != "raw" {
			return l, m.fail(errors.New("there is no such field"))
		}
		if err := strict(m.value, &text); err != nil {
			return l, m.fail(err)
		}
		if l, err = rawvideo.Parse(text); err != nil {
			return l, m.fail(err)
		}
	}
	return l, nil
}

// KeepLayout stores the layout of raw video. It forgets it if the layout is the zero value.
func (s *Store) KeepLayout(video VideoFile, l rawvideo.Layout) error {
	return s.changeOf(layoutFolder, video, func() (string, error) {
		if l == (rawvideo.Layout{}) {
			return "", nil
		}
		return video.content(layoutFormat, func(w *strings.Builder) error {
			_, err := fmt.Fprintf(w, "  \"raw\": %q", l)
			return err
		})
	})
}
