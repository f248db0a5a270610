package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// field is a member of a settings object: how it is read and written.
type field struct {
	name string
	get  func(*Settings) any
	set  func(*Settings, json.RawMessage) error
}

// name is a field with a name that set knows.
func name(title string, get func(*Settings) string, set func(*Settings, string) error) field {
	return field{
		name: title,
		get:  func(s *Settings) any { return get(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			var text string
			if raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
				return fmt.Errorf("%s is no name in quotes", shown(raw))
			}
			if err := set(s, text); err != nil {
				_, reason, _ := strings.Cut(err.Error(), ": ") // behind the package
				return errors.New(reason)
			}
			return nil
		},
	}
}

// word is a field with one of the names that parse knows.
func word[T fmt.Stringer](title string, at func(*Settings) *T, parse func(string) (T, error)) field {
	return name(title, func(s *Settings) string { return (*at(s)).String() }, func(s *Settings, text string) error {
		value, err := parse(text)
		if err == nil {
			*at(s) = value
		}
		return err
	})
}

// number is a field with a number from low to high.
func number(name string, at func(*Settings) *float64, low, high float64) field {
	return field{
		name: name,
		get:  func(s *Settings) any { return *at(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			var value float64
			if !isNumber(raw) || json.Unmarshal(raw, &value) != nil || !(value >= low && value <= high) {
				return fmt.Errorf("%s is no number from %g to %g", shown(raw), low, high)
			}
			*at(s) = value + 0 // no negative zero
			return nil
		},
	}
}

// whole is a field with a whole number from low to high.
func whole(name string, at func(*Settings) *int, low, high int) field {
	return field{
		name: name,
		get:  func(s *Settings) any { return *at(s) },
		set: func(s *Settings, raw json.RawMessage) error {
			var value float64
			if !isNumber(raw) || json.Unmarshal(raw, &value) != nil || value != math.Trunc(value) || !(value >= float64(low) && value <= float64(high)) {
				return fmt.Errorf("%s is no whole number from %d to %d", shown(raw), low, high)
			}
			*at(s) = int(value)
			return nil
		},
	}
}

// truth is a field that is true or false.
func truth(name string, at func(*Settings) *bool) field {
	return field{
		name: name,
		get:  func(s *Settings) any { return *at(s) },
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

// shown is a value for a message, shortened where it is long.
func shown(raw json.RawMessage) string {
	const longest = 40
	text := string(bytes.Join(bytes.Fields(raw), []byte(" ")))
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
