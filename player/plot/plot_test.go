package plot_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/player/plot"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// frames returns the frames of a clip and releases them after the test.
func frames(t *testing.T, name string) []*decode.Frame {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), "../../samples/"+name, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { video.Close() })
	var list []*decode.Frame
	for len(list) < 20 {
		f, err := video.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Release)
		list = append(list, f)
	}
	return list
}

// right compares plots with the reference at one threshold, and the histogram's sum with the number
// of pixels.
func right(t *testing.T, m *plot.Plots, f *decode.Frame, params analysis.Params) {
	t.Helper()
	result, err := analysis.NewReference().Analyze(&f.Picture, params)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Curve.Quads(m.Curve.Step(params.Threshold)); got != len(result.Quads) {
		t.Errorf("frame %d: %d quads, want %d", f.Index, got, len(result.Quads))
	}
	samples := 0
	for _, n := range m.Luma {
		samples += n
	}
	if samples != m.Pixels || m.Pixels != f.Picture.Width*f.Picture.Height || m.Depth != f.Picture.Format.Depth {
		t.Errorf("frame %d: %d samples of luma in %d pixels of %d bits", f.Index, samples, m.Pixels, m.Depth)
	}
}

// The last request is answered; others can be skipped.
func TestMaker(t *testing.T) {
	list := frames(t, "tiny-420.mp4")
	woken := make(chan struct{}, 1000)
	m := plot.NewWorker(func() { woken <- struct{}{} })
	params := analysis.Params{Threshold: 0.02}
	for round := range 3 {
		for i, f := range list {
			params.Threshold = float64(i) / 100 // has no effect
			m.Ask(f, plot.Subject{Picture: int64(i), Params: params})
			m.Ask(f, plot.Subject{Picture: int64(i), Params: params})
			if i%3 == round {
				m.Take()
			}
		}
		last := len(list) - 1
		of := plot.Subject{Picture: int64(last), Params: params}
		for ; !m.Shows(of); m.Take() {
			wait.Receive(t, "the last plots", woken)
		}
		right(t, m.Shown(), list[last], params)
	}
	m.Close()
	m.Close()
}

// Plots from Now are not replaced by those of earlier requests.
func TestNow(t *testing.T) {
	list := frames(t, "tiny-10bit.mp4")
	woken := make(chan struct{}, 1000)
	m := plot.NewWorker(func() { woken <- struct{}{} })
	defer m.Close()
	params := analysis.Params{Threshold: 0.02}
	for i := 1; i < len(list); i++ {
		m.Ask(list[i-1], plot.Subject{Picture: int64(i - 1), Params: analysis.Params{MinSize: 2}})
		of := plot.Subject{Picture: int64(i), Params: params}
		right(t, m.Now(&list[i].Picture, of), list[i], params)
		m.Ask(list[i], of) // already computed
		wait.Receive(t, "the plots that were asked for", woken)
		if m.Take() || !m.Shows(of) {
			t.Fatalf("plots of a picture before take the place of picture %d's", i)
		}
	}
	if again := m.Now(nil, plot.Subject{Picture: int64(len(list) - 1), Params: params}); again != m.Shown() {
		t.Error("plots that are there were made again")
	}
}

func TestRange(t *testing.T) {
	for name, limited := range map[string]bool{"tiny-420.mp4": true, "tiny-full-range.mp4": false, "tiny-rgb.mkv": false} {
		m := plot.NewWorker(func() {})
		f := frames(t, name)[0]
		if got := m.Now(&f.Picture, plot.Subject{}).Limited; got != limited {
			t.Errorf("%s: limited is %v", name, got)
		}
	}
	f := frames(t, "tiny-rgb.mkv")[0]
	if f.Picture.Format.Model != yuv.RGB {
		t.Fatalf("the clip is %v", f.Picture.Format)
	}
	m := plot.NewWorker(func() {})
	if m.Now(&f.Picture, plot.Subject{Params: analysis.Params{Planes: edge.AllPlanes}}).Err == nil {
		t.Error("planes yuv of RGB gave no error")
	}
}
