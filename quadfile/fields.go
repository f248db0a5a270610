package quadfile

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// fields are the known members of an object, and which have been read.
type fields struct {
	names []string
	come  uint64
}

// has reports whether a field has been read.
func (f *fields) has(name string) bool {
	for i, known := range f.names {
		if known == name {
			return f.come>>i&1 == 1
		}
	}
	return false
}

// require reports the first of these fields that is missing.
func (s *scanner) require(f *fields, names ...string) {
	for _, name := range names {
		if !f.has(name) {
			s.complain(fmt.Errorf("no %q", name))
		}
	}
}

// field advances to the next known member and sets s.name. It skips unknown members, and reports
// and skips a repeated one.
func (s *scanner) field(f *fields) bool {
next:
	for s.member() {
		for i, name := range f.names {
			if string(s.text) != name {
				continue
			}
			if f.come>>i&1 == 1 {
				s.complain(fmt.Errorf("%s twice", name))
				break
			}
			f.come |= 1 << i
			s.name = name
			return true
		}
		s.skip()
		continue next
	}
	return false
}

// kind names the kind of value that begins with c.
func kind(c byte) string {
	switch c {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// other skips a value of the wrong kind and reports it.
func (s *scanner) other(want string) {
	c, name := s.next(), s.name
	if s.skip(); s.err == nil {
		s.complain(fmt.Errorf("%s is %s, not %s", name, kind(c), want))
	}
}

// object enters an object, or reports another value and returns false.
func (s *scanner) object() bool {
	if s.next() != '{' {
		s.other("an object")
		return false
	}
	s.open()
	return true
}

// array enters an array, or reports another value and returns false.
func (s *scanner) array() bool {
	if s.next() != '[' {
		s.other("an array")
		return false
	}
	s.open()
	return true
}

// string reads a non-empty string, valid until the scanner's next call.
func (s *scanner) string() []byte {
	if s.next() != '"' {
		s.other("a string")
		return nil
	}
	if s.takeString(); len(s.text) == 0 {
		s.complain(fmt.Errorf("%s is empty", s.name))
	}
	return s.text
}

// integer reads a whole number from least to most without fraction or exponent.
func (s *scanner) integer(least, most int64) int64 {
	if c := s.next(); c != '-' && (c < '0' || c > '9') {
		s.other("a whole number")
		return least
	}
	s.takeNumber()
	v, err := strconv.ParseInt(string(s.text), 10, 64)
	switch {
	case s.err != nil:
	case errors.Is(err, strconv.ErrSyntax):
		s.complain(fmt.Errorf("%s is %.40s, not a whole number", s.name, s.text))
	case err == nil && least <= v && v <= most:
		return v
	case most == math.MaxInt64 && v < least:
		s.complain(fmt.Errorf("%s %.40s is less than %d", s.name, s.text, least))
	default:
		s.complain(fmt.Errorf("%s %.40s is not between %d and %d", s.name, s.text, least, most))
	}
	return least
}

// flag reads 1, the only value of a flag that is present.
func (s *scanner) flag() {
	if v := s.integer(math.MinInt64, math.MaxInt64); v != 1 {
		s.complain(fmt.Errorf("%s %d is not 1", s.name, v))
	}
}

// float reads a number.
func (s *scanner) float() float64 {
	if c := s.next(); c != '-' && (c < '0' || c > '9') {
		s.other("a number")
		return 0
	}
	s.takeNumber()
	v, err := strconv.ParseFloat(string(s.text), 64)
	if err != nil && s.err == nil {
		s.complain(fmt.Errorf("%s %.40s is too large", s.name, s.text))
	}
	return v
}
