package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
)

// Setting is a row of the table of settings, from which the settings file, flags and widgets are
// made.
type Setting struct {
	Name   string // in files
	Flag   string // without dashes; empty for none
	Help   string // of the flag and, unless it has its own, the widget; ${words} stands for the names of Words
	Title  string // in the panel; equals the flag's name, if there is one
	Unit   string // in the panel; "%" shows 1 as 100
	Called string // title where the panel is not around it; empty for the same
	Tab    Tab    // that has its widget
	// Passing is set if the panel has the widget only at times that one cannot choose by settings.
	Passing bool

	Parameter *analysis.Parameter // of the analysis; nil if it is not one

	Low, High float64 // range of a number
	Words     []Word  // values of a choice; else nil

	Number func(*Settings) float64 // of a number, else nil
	Change func(*Settings, float64)
	Index  func(*Settings) int // of a choice: index in Words
	Choose func(*Settings, int)

	get   func(*Settings) any // as a JSON value
	set   func(*Settings, json.RawMessage) error
	truth func(*Settings) *bool  // of a boolean
	text  func(*Settings) string // of a text
}

// Word is a value of a choice: its name in files, and its title in the panel.
type Word struct{ Name, Title, Note string }

// flag sets the flag and its help.
func (r Setting) flag(name, help string) Setting {
	r.Flag, r.Help = name, help
	return r
}

// widget sets title and unit in the panel.
func (r Setting) widget(title, unit string) Setting {
	r.Title, r.Unit = title, unit
	return r
}

// called sets the title outside the panel.
func (r Setting) called(title string) Setting {
	r.Called = title
	return r
}

// in sets the tab of the widget.
func (r Setting) in(tab Tab) Setting {
	r.Tab = tab
	return r
}

func (r Setting) passing() Setting {
	r.Passing = true
	return r
}

// chosen sets what choosing a value does.
func (r Setting) chosen(choose func(*Settings, int)) Setting {
	r.Choose = choose
	return r
}

// says sets the help of a setting without a flag.
func (r Setting) says(help string) Setting {
	r.Help = help
	return r
}

// Explained returns the help of the widget.
func (r *Setting) Explained() string {
	if help, ok := helps[r.Name]; ok {
		return help
	}
	return strings.ReplaceAll(r.Help, "${words}", strings.ReplaceAll(r.WordNames(), ",", ", "))
}

// Set assigns a value as encoding/json decodes it: a number, boolean or string.
func (r *Setting) Set(s *Settings, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return r.set(s, raw)
}

// Argument returns the value as the flag takes it.
func (r *Setting) Argument(s *Settings) string {
	value := r.get(s)
	if number, ok := value.(float64); ok {
		return Shortest(number)
	}
	return fmt.Sprint(value)
}

// Shortest formats a number with the fewest digits that parse to the same number.
func Shortest(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Truth returns a pointer to a boolean, or nil for other kinds.
func (r *Setting) Truth(s *Settings) *bool {
	if r.truth == nil {
		return nil
	}
	return r.truth(s)
}

// Applies reports whether the setting means something: a parameter of the analysis may not.
func (r *Setting) Applies(s *Settings) bool { return r.Parameter == nil || r.Parameter.Has(&s.Params) }

// Same reports whether the setting is equal in a and b.
func (r *Setting) Same(a, b *Settings) bool {
	switch {
	case r.Number != nil:
		return r.Number(a) == r.Number(b)
	case r.Index != nil:
		return r.Index(a) == r.Index(b)
	case r.text != nil:
		return r.text(a) == r.text(b)
	}
	return *r.truth(a) == *r.truth(b)
}

// Copy copies the setting's value.
func (r *Setting) Copy(to, from *Settings) {
	if err := r.Set(to, r.get(from)); err != nil {
		panic("session: " + r.Name + ": " + err.Error()) // values of settings are valid for Set
	}
}

// parameter is the setting of a parameter of the analysis. Its flag is in the table only if flag
// and setting take the same values.
func parameter(r *analysis.Parameter) Setting {
	name := r.Name
	var row Setting
	switch r.Kind {
	case analysis.KindNumber:
		row = number(name, func(s *Settings) *float64 { return r.Field(&s.Params).(*float64) }, r.Low, r.High)
	case analysis.KindWhole:
		row = whole(name, func(s *Settings) *int { return r.Field(&s.Params).(*int) }, int(r.Low), int(r.High))
	case analysis.KindSwitch:
		row = truth(name, func(s *Settings) *bool { return r.Switch(&s.Params) })
	case analysis.KindWord:
		row = quoted(name, "a name", func(s *Settings) string { return r.Text(&s.Params) }, func(s *Settings, text string) error { return r.Read(&s.Params, text) })
		row.Index = func(s *Settings) int { return r.Index(&s.Params) }
		row.Choose = func(s *Settings, i int) { r.Choose(&s.Params, i) }
		for _, w := range r.Words {
			row.Words = append(row.Words, Word{Name: w.Name, Title: w.Title})
		}
	default:
		row = quoted(name, "a text", func(s *Settings) string { return r.Text(&s.Params) }, func(s *Settings, text string) error { return r.Read(&s.Params, text) })
		row.text = func(s *Settings) string { return r.Text(&s.Params) }
	}
	row.Parameter, row.Help, row.Title, row.Unit = r, r.Help, r.Title, r.Unit
	if r.Kind != analysis.KindBounds && r.Kind != analysis.KindTemplate {
		row.Flag = r.Flag
	}
	return row
}

// quoted is a setting that is written as a string; what describes its syntax.
func quoted(name, what string, text func(*Settings) string, read func(*Settings, string) error) Setting {
	return Setting{
		Name: name,
		get:  func(s *Settings) any { return text(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			var value string
			if raw[0] != '"' || json.Unmarshal(raw, &value) != nil {
				return fmt.Errorf("%s is not %s in quotes", shown(raw), what)
			}
			return read(s, value)
		},
	}
}

// choice is a setting with one of the given values; parse returns the value with a name.
func choice[T ~uint8](name string, at func(*Settings) *T, parse func(string) (T, error), words []Word) Setting {
	r := quoted(name, "a name", func(s *Settings) string { return words[*at(s)].Name }, reader(at, parse))
	r.Words = words
	r.Index = func(s *Settings) int { return int(*at(s)) }
	r.Choose = func(s *Settings, i int) { *at(s) = T(i) }
	return r
}

// reader returns a function that assigns what parse returns.
func reader[T any](at func(*Settings) *T, parse func(string) (T, error)) func(*Settings, string) error {
	return func(s *Settings, text string) error {
		value, err := parse(text)
		if err == nil {
			*at(s) = value
		}
		return err
	}
}

// word is a setting with one of n values, which have names and titles.
func word[T interface {
	~uint8
	fmt.Stringer
}](name string, at func(*Settings) *T, parse func(string) (T, error), n T) Setting {
	words := make([]Word, n)
	for i := range words {
		words[i].Name = T(i).String()
		if titled, ok := any(T(i)).(interface{ Title() string }); ok {
			words[i].Title = titled.Title()
		}
		if noted, ok := any(T(i)).(interface{ Note() string }); ok {
			words[i].Note = noted.Note()
		}
	}
	return choice(name, at, parse, words)
}

// number is a setting with a number from low to high.
func number(name string, at func(*Settings) *float64, low, high float64) Setting {
	return Setting{
		Name: name, Low: low, High: high,
		get: func(s *Settings) any { return *at(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			var value float64
			if !isNumber(raw) || json.Unmarshal(raw, &value) != nil || !(value >= low && value <= high) {
				return fmt.Errorf("%s is not a number from %g to %g", shown(raw), low, high)
			}
			*at(s) = value + 0 // + 0 turns −0 into 0
			return nil
		},
		Number: func(s *Settings) float64 { return *at(s) },
		Change: func(s *Settings, value float64) { *at(s) = value },
	}
}

// whole is a setting with an integer from low to high.
func whole(name string, at func(*Settings) *int, low, high int) Setting {
	return Setting{
		Name: name, Low: float64(low), High: float64(high),
		get: func(s *Settings) any { return *at(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			var value float64
			if !isNumber(raw) || json.Unmarshal(raw, &value) != nil || value != math.Trunc(value) || !(value >= float64(low) && value <= float64(high)) {
				return fmt.Errorf("%s is not a whole number from %d to %d", shown(raw), low, high)
			}
			*at(s) = int(value)
			return nil
		},
		Number: func(s *Settings) float64 { return float64(*at(s)) },
		Change: func(s *Settings, value float64) { *at(s) = int(value) },
	}
}

// text is a setting whose value is written as a string.
func text[T fmt.Stringer](name string, at func(*Settings) *T, parse func(string) (T, error)) Setting {
	write := func(s *Settings) string { return (*at(s)).String() }
	r := quoted(name, "a text", write, reader(at, parse))
	r.text = write
	return r
}

// truth is a boolean setting.
func truth(name string, at func(*Settings) *bool) Setting {
	return Setting{
		Name: name, truth: at,
		get: func(s *Settings) any { return *at(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			switch string(raw) {
			case "true", "false":
				*at(s) = raw[0] == 't'
				return nil
			}
			return fmt.Errorf("%s is neither true nor false", shown(raw))
		},
	}
}

func isNumber(raw json.RawMessage) bool {
	return raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
}

// shown shortens a long value for a message.
func shown(raw json.RawMessage) string {
	const longest = 40
	text := string(bytes.Join(bytes.Fields(raw), []byte(" ")))
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
