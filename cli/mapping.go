package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadfile"
)

// strengthening has the flag for the strength of maps for encoders. Its tag uses formatVars.
type strengthening struct {
	Strength *int `placeholder:"S" help:"QP steps between blocks with small quads and without. For ${map_names}: a block full of small quads gets a quantiser this much lower than one without any, 1 to ${most_strength}; the default is ${usual_strength}. Below 0, higher."`
}

// mapping is strengthening for an export, with what the map is of.
type mapping struct {
	strengthening
	RoiFrom *string `enum:"edge,colour,motion,template" placeholder:"edge|colour|motion|template" help:"What gets more bits, for ${map_names}. edge: fine detail, as without this flag. colour: pixels near --colour, as with --operator colour --max-size 8. motion: pixels that change, as with --operator motion --invert --max-size 8. template: places that look like --template."`
}

// check returns why a format has no strength, or nil.
func (s strengthening) check(format quadfile.Format) error {
	if s.Strength == nil {
		return nil
	}
	if err := format.TakesStrength(*s.Strength); err != nil {
		return fmt.Errorf("--strength: %w", err)
	}
	return nil
}

// strength returns the strength for a header.
func (s strengthening) strength() int {
	if s.Strength == nil {
		return 0
	}
	return *s.Strength
}

// tune sets a tuning's flags by --roi-from. It is idempotent.
func (m mapping) tune(t *tuning, format quadfile.Format) error {
	if m.RoiFrom == nil {
		return nil
	}
	if !format.Has(quadfile.Maps) {
		return fmt.Errorf("--roi-from is for %s, not for %v", quadfile.FormatNames("and", quadfile.Maps), format)
	}
	return roiFrom(*m.RoiFrom, t)
}

// roiFrom sets a tuning's flags by a value of --roi-from. It is idempotent.
func roiFrom(from string, t *tuning) error {
	const usual = "cross" // the flag's default
	operator, whole := t.Operator, false
	switch from {
	case "edge":
		var p analysis.Params
		if err := analysis.Named("operator").Read(&p, t.Operator); err == nil && !p.Operator.FindsEdges() {
			return fmt.Errorf("--roi-from edge goes with an operator of edges, not with --operator %s", t.Operator)
		}
	case "colour":
		if t.Colour == "" {
			return errors.New("--roi-from colour needs --colour")
		}
		operator, whole = "colour", true
	case "motion":
		operator, whole, t.Invert = "motion", true, true
	case "template":
		if t.Template == "" {
			return errors.New("--roi-from template needs --template")
		}
	}
	if t.Variant != analysis.EdgeThreshold.String() && (from != "template" || t.Variant != analysis.Templates.String()) {
		return fmt.Errorf("--roi-from %s and --variant %s: both say what gets more bits, use one", from, t.Variant)
	}
	if from != "template" && t.Template != "" {
		return fmt.Errorf("--roi-from %s and --template: both say what gets more bits, use one", from)
	}
	if t.Operator != usual && t.Operator != operator {
		return fmt.Errorf("--roi-from %s has the operator %s, not %s", from, operator, t.Operator)
	}
	t.Operator = operator
	if whole {
		if t.MaxSize > regions.Small {
			return fmt.Errorf("--roi-from %s counts all quads: --max-size is at most %d", from, regions.Small)
		}
		if t.MaxSize == 0 {
			t.MaxSize = regions.Small
		}
	}
	return nil
}
