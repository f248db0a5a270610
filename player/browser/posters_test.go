package browser

import (
	"path/filepath"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/platform"
	"ffkvadrat/tests/wait"
)

// The worker starts when it is needed. Posters are those of the selected file and of recent videos
// that exist.
func TestPosters(t *testing.T) {
	leak.Check(t)
	path, err := filepath.Abs("../../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	started, news := 0, make(chan struct{}, 10)
	p := Posters{Start: func() *survey.Posters {
		started++
		return survey.NewPosters(t.Context(), 80, func() { news <- struct{}{} })
	}}
	defer p.Close()
	if made := p.Show(path, nil); made != nil || started != 0 {
		t.Errorf("without recent videos: %v, %d workers", made, started)
	}
	videos := []Video{{Path: path}, {Path: platform.Path("/gone.mp4")}, {Path: path, Bad: true}}
	for made := p.Show(path, videos); made == nil || videos[1].Poster == nil; made = p.Show(path, videos) {
		wait.Receive(t, "a poster", news)
	}
	if made := videos[0].Poster; made.Image == nil || made != p.Show(path, nil) || videos[0].Gone() {
		t.Errorf("%+v", made)
	}
	if !videos[1].Gone() || !videos[2].Gone() || videos[2].Poster != nil {
		t.Errorf("%+v", videos)
	}
	if made := p.Show("", videos); made != nil {
		t.Errorf("nothing is selected: %+v", made)
	}
	p.Retry()
	if p.Show("", videos); videos[0].Poster == nil || videos[1].Poster != nil || started != 1 {
		t.Errorf("again: %+v, %d workers", videos, started)
	}
}
