// Package plot computes the player's plots of a picture: the number of quads
// for each threshold, and the histogram of the luma.
//
// Input is pictures and parameters; output is [Plots]. No goroutines: a worker
// of package beside calls it.
package plot

import (
	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/player/beside"
	"ffkvadrat/yuv"
)

// Subject identifies what plots are about.
type Subject struct {
	Picture int64  // tells pictures apart
	Name    string // of the picture
	Params  analysis.Params
}

// Plots are the plots of one picture.
type Plots struct {
	Of      Subject // without a threshold
	Curve   response.Curve
	Luma    yuv.Histogram
	Depth   int   // bits of a sample of luma
	Limited bool  // the range of luma
	Pixels  int   // of the picture
	Err     error // error of the parameters; there is then no Curve
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

// Maker computes plots, as [beside.Maker] does.
type Maker struct {
	*beside.Maker[Subject, Plots]
}

// NewMaker makes a maker. Its goroutine calls wake when Take will return
// something new.
func NewMaker(wake func()) Maker { return Maker{beside.New(wake, (*Plots).make)} }

// without returns a subject without its threshold, on which plots do not
// depend.
func without(of Subject) Subject {
	of.Params.Threshold = 0
	return of
}

// Ask requests the plots of a picture.
func (m Maker) Ask(f *decode.Frame, of Subject) { m.Maker.Ask(f, without(of)) }

// Shows reports whether Shown returns plots of a subject.
func (m Maker) Shows(of Subject) bool { return m.Maker.Shows(without(of)) }

// Now returns the plots of a picture.
func (m Maker) Now(p *yuv.Picture, of Subject) *Plots { return m.Maker.Now(p, without(of)) }
