package analysis

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind says what the values of a parameter are.
type Kind uint8

const (
	KindWord     Kind = iota // one of Words
	KindNumber               // a number from Low to High
	KindWhole                // a whole number from Low to High
	KindSwitch               // on or off
	KindBounds               // numbers in ascending order, an edge.Bounds
	KindColours              // one colour, or both corners of a range, a channel.Box
	KindTemplate             // a small picture, a match.Template
)

// Word is a value of a parameter of KindWord.
type Word struct {
	Name   string // in settings and on the command line
	Title  string // in the player
	Header string // in the headers of files with quads
}

// Parameter is a row of the table of parameters: what there is to know about a field of Params.
type Parameter struct {
	Name  string // in files
	Flag  string // of the command line, without dashes
	Help  string // of the flag and the widget; ${words} stands for the words' names
	Title string // of the widget
	Unit  string // of the value in the widget
	Kind  Kind

	// Phrase says the value in a report's list of settings, with ${value} in its place; empty leaves it out.
	Phrase string

	Low, High float64 // of numbers, whatever the other parameters are; Params.Check knows more
	Words     []Word

	// Optional is true for parameters that a header has only if they are not the default. It has each
	// other one that applies.
	Optional bool

	// Applies is when the parameter means something; nil is always.
	Applies *Condition

	// Refusal is what Params.Check says of variants with a value that means nothing; empty if it may stay.
	Refusal string

	field  func(*Params) any
	zero   func(*Params) bool
	clear  func(*Params)
	index  func(*Params) int
	choose func(*Params, int)
	text   func(*Params) string
	read   func(*Params, string) error
}

// Condition is when parameters mean something.
type Condition struct {
	Holds func(*Params) bool
	Needs string // what the flags need for it
	Else  string // if nothing can be named: what is true without it

	// Meet returns parameters with a variant for which it holds, for those whose flag implies one; else nil.
	Meet func(Params) Params
}

// Has reports whether the parameter means something.
func (r *Parameter) Has(p *Params) bool { return r.Applies == nil || r.Applies.Holds(p) }

// Default reports whether the parameter has its default, the zero value; the threshold's default
// depends on the others.
func (r *Parameter) Default(p *Params) bool { return r.zero(p) }

// Written reports whether a header has the parameter.
func (r *Parameter) Written(p *Params) bool { return r.Has(p) && !(r.Optional && r.Default(p)) }

// Field returns the address of the parameter's field.
func (r *Parameter) Field(p *Params) any { return r.field(p) }

// Header returns the word that is chosen, as headers have it.
func (r *Parameter) Header(p *Params) string { return r.Words[r.index(p)].Header }

// Number returns the value of a number.
func (r *Parameter) Number(p *Params) float64 {
	if v, ok := r.field(p).(*int); ok {
		return float64(*v)
	}
	return *r.field(p).(*float64)
}

// Switch returns the switch.
func (r *Parameter) Switch(p *Params) *bool { return r.field(p).(*bool) }

// Index returns which of the words is chosen.
func (r *Parameter) Index(p *Params) int { return r.index(p) }

// Choose chooses a word.
func (r *Parameter) Choose(p *Params, i int) { r.choose(p, i) }

// Text returns the value as settings and the command line write it; Read reads it.
func (r *Parameter) Text(p *Params) string { return r.text(p) }

// Read sets the parameter to what Text writes.
func (r *Parameter) Read(p *Params, text string) error { return r.read(p, text) }

// ReadHeader chooses the word that a header has. It reports whether there is one.
func (r *Parameter) ReadHeader(p *Params, name string) bool {
	for i, w := range r.Words {
		if w.Header == name {
			r.choose(p, i)
			return true
		}
	}
	return false
}

// WordNames returns the names of the words, with commas between them.
func (r *Parameter) WordNames() string {
	names := make([]string, len(r.Words))
	for i, w := range r.Words {
		names[i] = w.Name
	}
	return strings.Join(names, ",")
}

// newParameter returns a row for the field that at finds.
func newParameter[T comparable](kind Kind, name string, at func(*Params) *T) Parameter {
	var none T
	return Parameter{
		Name: name, Kind: kind,
		field: func(p *Params) any { return at(p) },
		zero:  func(p *Params) bool { return *at(p) == none },
		clear: func(p *Params) { *at(p) = none },
	}
}

// word returns a row for a choice among n values that have names and, for the player, titles.
func word[T interface {
	~uint8
	fmt.Stringer
}](name string, at func(*Params) *T, parse func(string) (T, error), n T) Parameter {
	r := written(KindWord, name, at, parse)
	r.index = func(p *Params) int { return int(*at(p)) }
	r.choose = func(p *Params, i int) { *at(p) = T(i) }
	for i := range n {
		w := Word{Name: i.String(), Header: i.String()}
		if titled, ok := any(i).(interface{ Title() string }); ok {
			w.Title = titled.Title()
		}
		r.Words = append(r.Words, w)
	}
	return r
}

// written returns a row for a value that parse reads from its text.
func written[T interface {
	comparable
	fmt.Stringer
}](kind Kind, name string, at func(*Params) *T, parse func(string) (T, error)) Parameter {
	r := newParameter(kind, name, at)
	r.text = func(p *Params) string { return (*at(p)).String() }
	r.read = func(p *Params, text string) error {
		value, err := parse(text)
		if err == nil {
			*at(p) = value
		}
		return err
	}
	return r
}

// number returns a row for a number from 0 to high.
func number(name string, at func(*Params) *float64, high float64) Parameter {
	r := newParameter(KindNumber, name, at)
	r.High = high
	r.text = func(p *Params) string { return strconv.FormatFloat(*at(p), 'f', -1, 64) }
	r.read = func(p *Params, text string) error {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || !(value >= 0 && value <= high) {
			return fmt.Errorf("%.40q is not a number from 0 to %g", text, high)
		}
		*at(p) = value
		return nil
	}
	return r
}

// whole returns a row for a whole number from 0 to high, 0 for none.
func whole(name string, at func(*Params) *int, high int) Parameter {
	r := newParameter(KindWhole, name, at)
	r.High, r.Optional = float64(high), true
	r.text = func(p *Params) string { return strconv.Itoa(*at(p)) }
	r.read = func(p *Params, text string) error {
		value, err := strconv.Atoi(text)
		if err != nil || value < 0 || value > high {
			return fmt.Errorf("%.40q is not a whole number from 0 to %d", text, high)
		}
		*at(p) = value
		return nil
	}
	return r
}

// onOff returns a row for a switch.
func onOff(name string, at func(*Params) *bool) Parameter {
	r := newParameter(KindSwitch, name, at)
	r.Optional = true
	r.text = func(p *Params) string { return strconv.FormatBool(*at(p)) }
	r.read = func(p *Params, text string) error {
		if text != "true" && text != "false" {
			return fmt.Errorf("%.40q is neither true nor false", text)
		}
		*at(p) = text == "true"
		return nil
	}
	return r
}

// optional has the row left out of headers if it has its default.
func (r Parameter) optional() Parameter {
	r.Optional = true
	return r
}

// flag adds the flag and its help.
func (r Parameter) flag(name, help string) Parameter {
	r.Flag, r.Help = name, help
	return r
}

// widget adds the player's title and unit.
func (r Parameter) widget(title, unit string) Parameter {
	r.Title, r.Unit = title, unit
	return r
}

// refuse has Check refuse the parameter where it means nothing.
func (r Parameter) refuse(refusal string) Parameter {
	r.Refusal = refusal
	return r
}

// phrase adds what reports say.
func (r Parameter) phrase(phrase string) Parameter {
	r.Phrase = phrase
	return r
}

// when adds the condition.
func (r Parameter) when(c *Condition) Parameter {
	r.Applies = c
	return r
}
