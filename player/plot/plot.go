// Package plot computes the player's plots of a frame: the number of quads by threshold, and the
// histogram of luma.
//
// Input is pictures and parameters; output is [Plots], computed by a [worker.Worker].
package plot

import (
	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/player/worker"
	"ffkvadrat/yuv"
)

// Subject identifies what plots are about.
type Subject struct {
	Picture int64  // identifies the frame
	Name    string // of the frame
	Params  analysis.Params
}

// Plots are the plots of one frame.
type Plots struct {
	Of      Subject // without a threshold
	Curve   response.Curve
	Luma    yuv.Histogram
	Depth   int   // bits per luma sample
	Limited bool  // luma has limited range
	Pixels  int   // of the picture
	Err     error // error of the parameters; Curve is then empty
}

// make computes the plots of a picture.
func (m *Plots) make(p *yuv.Picture, of Subject) {
	m.Of = of
	m.Depth, m.Pixels = p.Format.Depth, p.Width*p.Height
	if m.Err = p.Fetch(); m.Err != nil {
		return
	}
	m.Limited = p.Format.Model != yuv.RGB && p.Colour.Resolve(p.Width, p.Height).Range == yuv.Limited
	m.Luma.Count(p)
	m.Err = m.Curve.Build(p, of.Params)
}

// Worker computes plots in the background; see [worker.Worker].
type Worker struct {
	*worker.Worker[Subject, Plots]
}

// NewWorker returns a worker. Its goroutine calls wake when Take will return true.
func NewWorker(wake func()) Worker { return Worker{worker.New(wake, (*Plots).make)} }

// without returns a subject without its threshold, which does not affect plots.
func without(of Subject) Subject {
	of.Params.Threshold = 0
	return of
}

// Ask requests the plots of a frame.
func (m Worker) Ask(f *decode.Frame, of Subject) { m.Worker.Ask(f, without(of)) }

// Shows reports whether Shown returns the plots of a subject.
func (m Worker) Shows(of Subject) bool { return m.Worker.Shows(without(of)) }

// Now returns the plots of a picture.
func (m Worker) Now(p *yuv.Picture, of Subject) *Plots { return m.Worker.Now(p, without(of)) }
