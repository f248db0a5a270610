package panel

import (
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/imgui"
	"ffkvadrat/match"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
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

// operatorNotes and variantNotes say what a method finds, in a few words.
var (
	operatorNotes = map[edge.Operator]string{
		edge.Cross: "cross: 4 neighbours", edge.Diagonal: "across the pixel", edge.Sobel: "gradient", edge.Prewitt: "gradient", edge.Scharr: "gradient",
		edge.Laplace: "spots and lines", edge.Linear: "ramps are flat", edge.Luma: "bright parts", edge.Range: "dark parts",
		edge.Colour: "you pick", edge.Box: "you pick", edge.Motion: "since the last frame",
	}
	variantNotes = map[analysis.Variant]string{analysis.CommonFeature: "like colours merge", analysis.Templates: "what looks like it"}
)

func (m method) note() string {
	if m.variant.Discriminates() {
		return operatorNotes[m.operator]
	}
	return variantNotes[m.variant]
}

func (m method) params() analysis.Params {
	return analysis.Params{Variant: m.variant, Operator: m.operator}
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

// method is the list of methods. Its tooltip is that of variant and operator. With sided, the row says that the panel
// is that of A.
func (u *tuneTab) method(sided bool, settings *session.Settings) {
	start := imgui.CursorScreenPos()
	u.WriteName(variantSetting, settings)
	if sided {
		u.side(start, "A")
	}
	u.Column(start)
	imgui.SetNextItemWidth(-1)
	of := &u.pictures.methods
	open := u.BeginPictured(variantSetting.ID, widgets.MethodName(settings.Params), len(methods))
	if open {
		for _, m := range methods {
			u.MakeRoom(of, widgets.MethodName(m.params()), m.note())
		}
		for i, m := range methods {
			switch chosen := u.PicturedChoice(of, i, widgets.MethodName(m.params()), m.note(), m == methodOf(settings.Params), &u.w.Methods[i]); {
			case chosen && m.variant.Searches() && settings.Search.Template == (match.Template{}):
				u.Do(command.Do(command.PickTemplate))
			case chosen:
				settings.Params = settings.Switched(m.of(settings.Variant), m.operator)
			}
		}
		imgui.EndCombo()
	}
	u.w.Method = widgets.Item()
	if u.TipDue() {
		now := "Flags: --variant " + settings.Variant.String()
		if settings.Variant.Discriminates() {
			now += " --operator " + settings.Operator.String()
		}
		variant, _, _ := strings.Cut(u.Explained[variantSetting.Name], "\nFlag: ")
		u.ShowTip(variant + "\n\n" + operatorSetting.Explained() + "\n\n" + now)
	}
}
