package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/decode/visible"
	"ffkvadrat/quadfile"
)

// flags returns the flags with which the player finds the same quads, and what it has no flag for. Parameters
// without a flag have the player's own defaults, not what it was left with.
func (h *header) flags() (flags, unsaid []string) {
	flags = []string{"--no-session"}
	for _, r := range analysis.Settings() {
		switch {
		case r.Name == "threshold" && h.EachFrame:
			unsaid = append(unsaid, "a threshold of each frame")
		case r.Name == "threshold" && h.wanted != 0:
			unsaid = append(unsaid, "a threshold for a number of quads")
		case r.Kind == analysis.KindTemplate && r.Written(&h.Params):
			unsaid = append(unsaid, "a template that is not a file") // its samples are in the header, not where they were
		default:
			flags = append(flags, h.flag(r)...)
		}
	}
	if h.Cube != 0 {
		flags = append(flags, "--cube", strconv.Itoa(h.Cube))
	}
	if h.Cube != 0 && !h.Cuts {
		unsaid = append(unsaid, "cubes over cuts")
	}
	if h.Every > 1 {
		unsaid = append(unsaid, "cubes of every nth frame")
	}
	known := append(quadfile.AnalysisFields(), "wanted")
	for _, name := range slices.Sorted(maps.Keys(h.text)) {
		if !slices.Contains(known, name) {
			unsaid = append(unsaid, visible.Text(fmt.Sprintf("the setting %.40q", name)))
		}
	}
	return flags, unsaid
}

// flag returns a parameter's flag with its value; none if it would have no effect. With classes, one flag has
// their boundaries between the lower bound and the threshold.
func (h *header) flag(r *analysis.Parameter) []string {
	p := &h.Params
	classes := p.Bounds.Classes() > 0
	switch {
	case !r.Written(p), r.Kind == analysis.KindWord && r.Default(p) && r.Name != "operator", classes && (r.Name == "low" || r.Kind == analysis.KindBounds):
		return nil
	case classes && r.Name == "threshold":
		low := "0"
		if p.Low != 0 {
			low = string(h.text["low"])
		}
		all := append(append([]string{low}, h.elements("bounds")...), string(h.text["threshold"]))
		return []string{"--classes", quoted(strings.Join(all, ","))}
	case r.Kind == analysis.KindSwitch:
		return []string{"--" + r.Flag}
	case r.Kind == analysis.KindNumber:
		return []string{"--" + r.Flag, quoted(string(h.text[r.Name]))}
	}
	return []string{"--" + r.Flag, quoted(r.Text(p))}
}
