package player

import (
	"bytes"
	"encoding/json"
	"image"
	"io"
	"math"

	"ffkvadrat/player/panel"
)

// line is one line of Config.Status. Rectangles are x0, y0, x1, y1 in window
// coordinates; those of widgets that do not show are left out.
type line struct {
	Frame      int64             `json:"frame"` // index, -1 where unknown
	PTSTime    float64           `json:"pts_time"`
	Paused     bool              `json:"paused"`
	Ended      bool              `json:"ended"`
	Threshold  float64           `json:"threshold"`
	Engine     string            `json:"engine"`
	Quads      int               `json:"quads"`
	Coverage   float64           `json:"coverage"`
	Overlay    bool              `json:"overlay"`
	Volume     float64           `json:"volume"`
	Muted      bool              `json:"muted"`
	Fullscreen bool              `json:"fullscreen"`
	Sound      bool              `json:"sound"`
	Shown      int64             `json:"shown"`
	Dropped    int64             `json:"dropped"`
	Drift      float64           `json:"av_ms"` // of the picture shown last
	Window     [2]int            `json:"window"`
	Picture    [4]int            `json:"picture"`
	Widgets    map[string][4]int `json:"widgets"`
}

// statusWriter writes a line for each picture, and for each change.
type statusWriter struct {
	out  io.Writer
	last []byte
}

// write writes the line; unless always is set, only if it differs from the
// last one.
func (w *statusWriter) write(l *line, always bool) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if !always && bytes.Equal(text, w.last) {
		return nil
	}
	w.last = text
	_, err = w.out.Write(append(text, '\n'))
	return err
}

// rect converts from pixels of the framebuffer to window coordinates.
func rect(r image.Rectangle, dx, dy float32) [4]int {
	at := func(v int, d float32) int { return int(math.Round(float64(float32(v) / d))) }
	return [4]int{at(r.Min.X, dx), at(r.Min.Y, dy), at(r.Max.X, dx), at(r.Max.Y, dy)}
}

func widgets(w *panel.Widgets, dx, dy float32) map[string][4]int {
	named := make(map[string][4]int)
	for name, r := range map[string]image.Rectangle{
		"threshold": w.Threshold, "seek": w.Seek, "play": w.Play, "overlay": w.Overlay, "cpu": w.CPU, "gpu": w.GPU,
		"opacity": w.Opacity, "volume": w.Volume, "mute": w.Mute,
	} {
		if !r.Empty() {
			named[name] = rect(r, dx, dy)
		}
	}
	return named
}
