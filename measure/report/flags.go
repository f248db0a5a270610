package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ffkvadrat/decode/visible"
	"ffkvadrat/yuv/channel"
)

// variantFlags are the command line's names of variants.
var variantFlags = map[string]string{"edge-threshold": "edge", "common-feature": "feature", "leaf-points": "points", "template-hits": "template"}

// saidFields are those of the header's object that flags looks at, and those that settingsOf adds or leaves out.
var saidFields = strings.Fields("variant threshold each_frame operator planes low invert bounds features order min_size max_size cube cuts every template suppress colours wanted")

// flags returns the flags with which the player finds the same quads, or what it has no flag for. What is not among
// them are the player's own defaults, not what it was left with.
func (a *analysis) flags(wanted int, fields map[string]json.RawMessage) (flags, unsaid []string) {
	cannot := func(format string, args ...any) {
		unsaid = append(unsaid, visible.Text(fmt.Sprintf(format, args...)))
	}
	add := func(name, value string) {
		if value != "" {
			flags = append(flags, name, quoted(value))
		}
	}
	number := func(name string, value int) {
		if value != 0 {
			add(name, fmt.Sprint(value))
		}
	}
	flags = append(flags, "--no-session")
	switch variant, known := variantFlags[a.Variant]; {
	case !known:
		cannot("the variant %.40q", a.Variant)
	case variant != "edge":
		add("--variant", variant)
	}
	switch {
	case a.EachFrame != 0:
		cannot("a threshold of each frame")
	case wanted != 0:
		cannot("a threshold for a number of quads")
	case len(a.Bounds) != 0:
		classes := []string{"0"}
		if a.Low != "" {
			classes[0] = string(a.Low)
		}
		for _, bound := range a.Bounds {
			classes = append(classes, string(bound))
		}
		add("--classes", strings.Join(append(classes, string(a.Threshold)), ","))
	default:
		add("--threshold", string(a.Threshold))
	}
	add("--operator", a.Operator)
	if a.Planes != "y" {
		add("--planes", a.Planes)
	}
	if len(a.Bounds) == 0 {
		add("--low", string(a.Low))
	}
	if a.Invert != 0 {
		flags = append(flags, "--invert")
	}
	if a.Features != "rgb" {
		add("--features", a.Features)
	}
	if len(a.Colours) != 0 {
		if box, ok := boxOf(a.Colours); ok {
			add("--colour", box.String())
		} else {
			cannot("colours in this form")
		}
	}
	if a.Template != nil || a.Suppress != 0 {
		cannot("a template that is not a file") // its samples are in the header, not where they were
	}
	if a.Order != "morton" {
		add("--order", a.Order)
	}
	number("--min-size", a.MinSize)
	number("--max-size", a.MaxSize)
	number("--cube", a.Cube)
	if a.Cube != 0 && a.Cuts == 0 {
		cannot("cubes over cuts")
	}
	if a.Every > 1 {
		cannot("cubes of every nth frame")
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(saidFields, name) {
			cannot("the setting %.40q", name)
		}
	}
	return flags, unsaid
}

// boxOf returns the header's colours.
func boxOf(corners []json.RawMessage) (box channel.Box, ok bool) {
	for i, to := range []*channel.Vector{&box.Low, &box.High}[:min(2, len(corners))] {
		var v []uint16
		if json.Unmarshal(corners[i], &v) != nil || len(v) != len(to) {
			return box, false
		}
		copy(to[:], v)
	}
	if len(corners) == 1 {
		box.High = box.Low
	}
	return box, len(corners) <= 2 && box.Check() == nil
}
