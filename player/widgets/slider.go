package widgets

import (
	"image"
	"math"

	"ffkvadrat/imgui"
)

// Sliders of Dear ImGui show a number by the place of their grab. Those of the kit have no text, all have
// a grab of one width, and they are filled from 0, or from the end next to it, to the grab.

// SliderInt is a slider of whole numbers. Keys move it, too.
func (k *Kit) SliderInt(id string, value *int32, low, high int32) bool {
	changed := k.slideInt(id, value, low, high)
	along := func(n int32) float32 { return float32(n-low) / float32(max(high-low, 1)) }
	k.fillSlider(id, along(min(max(0, low), high)), along(*value))
	return changed || k.stepInt(value, low, high)
}

// ThinSlider is such a slider, from 0, that looks like the seek line.
func (k *Kit) ThinSlider(id string, value *int32, high int32) bool {
	hidden := [...]imgui.Col{imgui.ColFrameBg, imgui.ColFrameBgHovered, imgui.ColFrameBgActive, imgui.ColBorder, imgui.ColSliderGrab, imgui.ColSliderGrabActive}
	typed := k.typing.slider == id
	if !typed {
		for _, c := range hidden {
			imgui.PushStyleColor(c, 0)
		}
	}
	changed := k.slideInt(id, value, 0, high)
	if !typed {
		imgui.PopStyleColor(int32(len(hidden)))
	}
	if k.typing.sliding != id {
		slider := Item()
		part, middle := float32(*value)/float32(high), float32(slider.Min.Y+slider.Max.Y)/2
		k.DrawTrack(k.SliderX(slider, 0), k.SliderX(slider, 1), middle, part)
		k.DrawKnob(k.SliderX(slider, part), middle)
	}
	return changed || k.stepInt(value, 0, high)
}

// DrawTrack draws the last widget as a line between two places at a height, filled up to a part of it, 0 to 1. Under
// the mouse, the line is thicker.
func (p *pen) DrawTrack(from, to, y, part float32) {
	draw, thick := imgui.WindowDrawList(), 2*p.Scale
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		thick = 3 * p.Scale
	}
	draw.AddRectFilledV(imgui.NewVec2(from, y-thick), imgui.NewVec2(to, y+thick), imgui.StyleColor(imgui.ColFrameBgHovered), thick, 0)
	if part > 0 {
		draw.AddRectFilledV(imgui.NewVec2(from, y-thick), imgui.NewVec2(from+part*(to-from), y+thick), imgui.StyleColor(imgui.ColSliderGrab), thick, 0)
	}
}

// DrawKnob draws the knob of such a line.
func (p *pen) DrawKnob(x, y float32) {
	imgui.WindowDrawList().AddCircleFilled(imgui.NewVec2(x, y), 7*p.Scale, imgui.StyleColor(imgui.ColSliderGrabActive), 24)
}

// slideInt is a slider of whole numbers, to be filled.
func (k *Kit) slideInt(id string, value *int32, low, high int32) bool {
	number := float32(*value) // the grab of integers would be as wide as a step
	k.beginBare(id)
	changed := imgui.SliderFloat(id, &number, float32(low), float32(high), "%.0f", k.sliderFlags())
	k.endBare(id)
	*value = int32(math.Round(float64(number)))
	return changed
}

// stepInt moves the last widget, such a slider, by keys.
func (k *Kit) stepInt(value *int32, low, high int32) bool {
	n := int32(k.Moved()) * max((high-low)/100, 1)
	*value = min(max(*value+n, low), high)
	return n != 0
}

// LeastThreshold is the smallest threshold above 0 on the axis of thresholds, which is logarithmic.
const LeastThreshold = 1e-4

// AlongThresholds returns how far along that axis a threshold is: 0 at LeastThreshold or below, 1 at end.
func AlongThresholds(t, end float64) float32 {
	return float32(math.Log(max(t, LeastThreshold)/LeastThreshold) / math.Log(end/LeastThreshold))
}

// ThresholdSlider is a slider of thresholds from 0. Keys move it by what step returns for a number of
// steps.
func (k *Kit) ThresholdSlider(id string, value *float32, end float64, step func(t float64, n int) float64) bool {
	k.beginBare(id)
	changed := imgui.SliderFloat(id, value, 0, float32(end), "%.4f", imgui.SliderFlagsLogarithmic|k.sliderFlags())
	k.endBare(id)
	k.fillSlider(id, 0, AlongThresholds(float64(*value), end))
	n := k.Moved()
	switch {
	case n <= -SliderEnds:
		*value = 0
	case n >= SliderEnds:
		*value = float32(end)
	case n != 0:
		*value = float32(min(max(step(float64(*value), n), 0), end))
	}
	return changed || n != 0
}

// fillSlider fills the last widget, a slider, between two parts of its range, the second that of its grab.
func (k *Kit) fillSlider(id string, from, to float32) {
	if k.typing.sliding == id { // a field
		return
	}
	slider := Item()
	low, high := Corners(slider)
	grab := imgui.ColSliderGrab
	if imgui.IsItemActive() {
		grab = imgui.ColSliderGrabActive
	}
	half, inside, rounding := grabSize/2*k.Scale, imgui.NewVec2(0, grabPadding), 4*k.Scale
	draw, x := imgui.WindowDrawList(), k.SliderX(slider, to)
	start, end := k.SliderX(slider, from), x
	if from == 0 {
		start -= half
	}
	draw.AddRectFilledV(imgui.NewVec2(min(start, end), low.Y).Add(inside), imgui.NewVec2(max(start, end), high.Y).Sub(inside), imgui.FadedStyleColor(imgui.ColSliderGrab, 0.5), rounding, 0)
	draw.AddRectFilledV(imgui.NewVec2(x-half, low.Y).Add(inside), imgui.NewVec2(x+half, high.Y).Sub(inside), imgui.StyleColor(grab), rounding, 0)
}

// grabPadding is Dear ImGui's distance of a grab from the ends of its slider, at any scale.
const grabPadding = 2

// SliderX returns where the middle of a slider's grab is at a part of its range, 0 to 1.
func (p *pen) SliderX(slider image.Rectangle, part float32) float32 {
	inside := grabPadding + grabSize/2*p.Scale
	return float32(slider.Min.X) + inside + part*(float32(slider.Dx())-2*inside)
}
