package panel

import (
	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/player/session"
)

// method is a way to find quads, as the panel offers it.
type method struct {
	name     string
	variant  analysis.Variant
	operator edge.Operator
}

var methods = [...]method{
	{"Edges: cross", analysis.EdgeThreshold, edge.Cross},
	{"Edges: diagonal", analysis.EdgeThreshold, edge.Diagonal},
	{"Edges: Sobel", analysis.EdgeThreshold, edge.Sobel},
	{"Edges: Prewitt", analysis.EdgeThreshold, edge.Prewitt},
	{"Edges: Scharr", analysis.EdgeThreshold, edge.Scharr},
	{"Edges: Laplace", analysis.EdgeThreshold, edge.Laplace},
	{"Luma from", analysis.EdgeThreshold, edge.Luma},
	{"Luma up to", analysis.EdgeThreshold, edge.Range},
	{"Similar colours", analysis.CommonFeature, edge.Cross},
}

// MethodName is what the panel calls the way that parameters find quads in.
func MethodName(p analysis.Params) string {
	for i := range methods {
		if methods[i].is(p) {
			return methods[i].name
		}
	}
	return p.Operator.String()
}

func (m *method) is(p analysis.Params) bool {
	return m.variant == p.Variant && (m.variant == analysis.CommonFeature || m.operator == p.Operator)
}

// method is the list of methods, which names what the threshold is of.
func (p *Panel) method(settings *session.Settings) {
	open := p.beginChoice("##method", MethodName(settings.Params), choiceWidth)
	if open {
		for i := range methods {
			m := &methods[i]
			if choice(m.name, m.is(settings.Params), &p.Widgets.Methods[i]) {
				settings.Params = settings.Switched(m.variant, m.operator)
			}
		}
	}
	p.Widgets.Method = p.endChoice(open)
}
