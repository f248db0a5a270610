package analysis

import (
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/yuv"
)

// Basis returns the pictures on which decisions about pixels are based, to display these decisions:
// the picture itself, its differences to the previous one, or the scores of a template. One
// goroutine at a time may use it; its zero value is ready.
type Basis struct {
	previous *edge.Previous
	finder   *match.Finder
}

// Of returns the picture and the decision based on it; a picture other than p is valid until the
// next call. With [CommonFeature] all pixels are leaves. It fails if the parameters do not fit the
// picture.
func (b *Basis) Of(p *yuv.Picture, params Params) (*yuv.Picture, edge.Decision, error) {
	if params.Variant == Templates || params.Needs().Before {
		if err := Fetch(p); err != nil {
			return nil, edge.Decision{}, err
		}
	}
	if params.Variant == Templates {
		if b.finder == nil {
			b.finder = match.NewFinder()
		}
		scores, err := b.finder.Of(p, params.Search, params.Threshold)
		if err != nil {
			return nil, edge.Decision{}, err
		}
		p, params = scores, params.Scored()
	}
	decision, err := params.Decision(p.Format)
	if err != nil {
		return nil, decision, err
	}
	if decision.Operator.Previous() {
		if b.previous == nil {
			b.previous = edge.NewPrevious()
		}
		p = b.previous.Of(p, decision)
	}
	return p, decision, nil
}
