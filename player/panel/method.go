package panel

import (
	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/imgui"
	"ffkvadrat/match"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// method is a way to find quads, as the panel offers it.
type method struct {
	variant  analysis.Variant
	operator edge.Operator // for edges and points
}

// methods are the operators for edges and points, the common feature combiner, and templates.
var methods = allMethods()

func allMethods() (all []method) {
	for _, op := range edge.Operators() {
		all = append(all, method{analysis.EdgeThreshold, op})
	}
	return append(all, method{variant: analysis.CommonFeature}, method{variant: analysis.Templates})
}

func (m method) title() string {
	if !m.variant.Discriminates() {
		return m.variant.Title()
	}
	return m.operator.Title()
}

// of returns the variant that the method selects: points stay points with every operator.
func (m method) of(now analysis.Variant) analysis.Variant {
	if m.variant.Discriminates() {
		return now.Discriminating()
	}
	return m.variant
}

// methodOf returns the method that parameters select.
func methodOf(p analysis.Params) method {
	if !p.Variant.Discriminates() {
		return method{variant: p.Variant}
	}
	return method{analysis.EdgeThreshold, p.Operator}
}

// MethodName is the panel's name of the method that parameters select.
func MethodName(p analysis.Params) string {
	if p.Variant == analysis.Points {
		return methodOf(p).title() + ", points"
	}
	return methodOf(p).title()
}

// method is the list of methods. Its tooltip is that of variant and operator.
func (u *tuneTab) method(settings *session.Settings) {
	u.row(variantSetting, settings)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo(variantSetting.id, MethodName(settings.Params), imgui.ComboFlagsHeightLargest)
	if open {
		for i, m := range methods {
			switch chosen := choice(m.title(), m == methodOf(settings.Params), &u.w.Methods[i]); {
			case chosen && m.variant.Searches() && settings.Search.Template == (match.Template{}):
				u.do(command.Do(command.PickTemplate))
			case chosen:
				settings.Params = settings.Switched(m.of(settings.Variant), m.operator)
			}
		}
		imgui.EndCombo()
	}
	u.w.Method = item()
	if u.tipped() {
		u.showTip(u.explained[variantSetting.Name] + "\n\n" + u.explained[operatorSetting.Name])
	}
}
