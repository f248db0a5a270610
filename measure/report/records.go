package report

import (
	"errors"

	"ffkvadrat/quadfile"
)

// form is what a kind of records says about a frame: the indices of the fields in its rules, −1 for
// absent ones.
type form struct {
	rules                                               *quadfile.Rules
	index, time, width, height, corrupt, errors, frames int
	encode, partner, partnerTime, match                 int
	of                                                  []measure // by index; measureCount if the field is not a measure
}

// The forms of records.
var (
	summaries   = formOf(quadfile.SummaryRules)
	comparisons = formOf(quadfile.ComparisonRules)
)

func formOf(r *quadfile.Rules) *form {
	f := &form{
		r, r.Place("frame_index"), r.Place("pts_time"), r.Place("width"), r.Place("height"), r.Place("corrupt"), r.Place("errors"), r.Place("frames"),
		r.Place("encode"), r.Place("encode_frame_index"), r.Place("encode_pts_time"), r.Place("match"), nil,
	}
	for _, rule := range r.List {
		f.of = append(f.of, measureOf(rule.Name))
	}
	return f
}

// row sets a row from values that obey the rules, unless they contradict each other.
func (f *form) row(to *row, values []quadfile.Value, sizes *quadfile.Sizes, source *quadfile.Source) error {
	at := func(place int) (v quadfile.Value) {
		if place >= 0 {
			v = values[place]
		}
		return v
	}
	to.clear()
	if v := at(f.index); v.Known {
		to.index = v.Whole
	}
	to.play, to.time = to.index, at(f.time).Number
	if f.partner >= 0 {
		switch match := values[f.match]; {
		case !match.Known:
			to.alone = !values[f.partnerTime].Known
		case match.Text == "extra" || match.Text == "encode-repeat":
			to.stray = true
		default:
			to.alone = match.Text != "match"
		}
	}
	width, height := at(f.width), at(f.height)
	if width.Known != height.Known {
		return errors.New("width and height belong together: one is missing")
	}
	if f.rules == quadfile.SummaryRules {
		if err := quadfile.CheckSummary(values, sizes, source); err != nil {
			return err
		}
	}
	to.width, to.height = int(width.Whole), int(height.Whole)
	to.corrupt, to.errors, to.frames = at(f.corrupt).Known, at(f.errors).Whole, max(1, at(f.frames).Whole)
	for place, m := range f.of {
		if m < measureCount && values[place].Known {
			to.values[m] = values[place].Number
		}
	}
	return nil
}
