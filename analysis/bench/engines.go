package bench

import (
	"fmt"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/points"
)

// choices are the shapes of the GPU's reference, by the engine's name.
var choices = map[string]glpyramid.Choice{
	"gpu-reference":      {},
	"gpu-partial":        {Partial: true},
	"gpu-merged":         {Merged: true},
	"gpu-partial-merged": {Partial: true, Merged: true},
}

// EngineNames returns the engines that can be measured: the references, the engines that the
// program uses, on the CPU and on the GPU, and the papers' other shapes of the GPU's reference.
func EngineNames() []string {
	return []string{"reference", "cpu", "gpu-reference", "gpu-partial", "gpu-merged", "gpu-partial-merged", "gpu"}
}

// IsChoice reports whether an engine is one of the papers' other shapes. They are shapes of the
// pyramid of leaf pixels: for the feature variant and for points by lines they equal gpu-reference.
func IsChoice(name string) bool { return choices[name] != glpyramid.Choice{} }

// hasChoices reports whether the shapes differ with these parameters.
func hasChoices(p analysis.Params) bool {
	return p.Variant.Discriminates() && (!p.Variant.HasValues() || p.Order == points.Morton)
}

// OnGPU reports whether an engine needs a device.
func OnGPU(name string) bool { return name != "reference" && name != "cpu" }

// NewEngine returns an engine. dev is used only if the engine needs a device.
func NewEngine(name string, dev *gpu.Device) (Engine, error) {
	if !slices.Contains(EngineNames(), name) {
		return Engine{}, fmt.Errorf("bench: no engine is called %q", name)
	}
	e := Engine{Name: name}
	if OnGPU(name) {
		e.GPU, e.Software = true, dev.Caps.Software
	}
	switch name {
	case "reference":
		e.Engine = analysis.NewReference()
	case "cpu":
		e.Engine = analysis.NewCPU()
	case "gpu":
		engine, err := glanalysis.NewGPU(dev)
		if err != nil {
			return Engine{}, err
		}
		e.Engine = engine
	default:
		engine, err := glanalysis.NewReference(dev, choices[name])
		if err != nil {
			return Engine{}, err
		}
		e.Engine = engine
	}
	return e, nil
}
