package panel

import (
	"image"

	"github.com/AllenDang/cimgui-go/imgui"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
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

// methodWidth is the width of the list of methods at scale 1.
const methodWidth = 168

// method is the list of methods, in the place of a title; what the threshold is
// of.
func (p *Panel) method(settings *Settings) {
	s := p.scale
	imgui.PushFont(p.medium, textSize*s)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.NewVec2(8*s, s)) // hardly higher than a title
	imgui.SetNextItemWidth(methodWidth * s)
	p.Widgets.Methods = [len(methods)]image.Rectangle{}
	if imgui.BeginComboV("##method", MethodName(settings.Params), imgui.ComboFlagsHeightLargest) {
		for i := range methods {
			m := &methods[i]
			if imgui.SelectableBoolV(m.name, m.is(settings.Params), 0, imgui.NewVec2(0, 0)) {
				settings.Params = settings.Switched(m.variant, m.operator)
			}
			p.Widgets.Methods[i] = item()
		}
		imgui.EndCombo()
	}
	p.Widgets.Method = item()
	imgui.PopStyleVarV(1)
	imgui.PopFont()
}
