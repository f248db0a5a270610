package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// version is the version of all formats of the package.
const version = 1

// maxBytes exceeds the size of any file of the package, maxMembers the number of members of any
// object.
const (
	maxBytes   = 2 << 20
	maxMembers = 100
)

// FormatError describes an error in a file and its position.
type FormatError struct {
	Line  int    // from 1
	Field string // empty if the error concerns no single field
	Err   error
}

func (e *FormatError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d: %q: %v", e.Line, e.Field, e.Err)
}

func (e *FormatError) Unwrap() error { return e.Err }

// object is a JSON object with unique names, in file order.
type object struct {
	line    int
	members []member
}

// member is a name with its value.
type member struct {
	name  string
	line  int
	value json.RawMessage // never empty; without surrounding white space
	file  []byte          // the whole file
	start int             // start of value in the file
}

func (m *member) fail(err error) error {
	return &FormatError{Line: m.line, Field: m.name, Err: err}
}

// take removes a member and returns it, or nil if there is none.
func (o *object) take(name string) *member {
	for i := range o.members {
		if m := o.members[i]; m.name == name {
			o.members = append(o.members[:i:i], o.members[i+1:]...)
			return &m
		}
	}
	return nil
}

// readFile reads a file that is one JSON object, and checks and removes the members for format and
// version.
func readFile(r io.Reader, format string) (*object, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxBytes {
		return nil, &FormatError{Line: 1, Err: fmt.Errorf("it has more than %d bytes", maxBytes)}
	}
	o, err := readObject(text, 0, len(text))
	if err != nil {
		return nil, err
	}
	m := o.take("format")
	if m == nil || string(m.value) != `"`+format+`"` {
		return nil, &FormatError{Line: o.line, Field: "format", Err: fmt.Errorf("the file does not say that it is %q", format)}
	}
	if m = o.take("version"); m == nil {
		return nil, &FormatError{Line: o.line, Field: "version", Err: errors.New("the file has no version")}
	}
	if string(m.value) != fmt.Sprint(version) {
		return nil, m.fail(fmt.Errorf("version %s is not supported, only version %d", shown(m.value), version))
	}
	return o, nil
}

// readObject parses text[from:to], which is one object and white space.
func readObject(text []byte, from, to int) (*object, error) {
	part := text[from:to]
	line := func(offset int64) int {
		at := min(from+int(offset), to)
		return 1 + bytes.Count(text[:at], []byte("\n"))
	}
	if !json.Valid(part) {
		return nil, invalid(part, line)
	}
	start := from + len(part) - len(bytes.TrimLeft(part, " \t\r\n"))
	o := &object{line: line(int64(start - from))}
	if text[start] != '{' {
		return nil, &FormatError{Line: o.line, Err: errors.New("a JSON object begins with {")}
	}
	d := json.NewDecoder(bytes.NewReader(part))
	d.Token() // already validated: nothing here can fail
	for d.More() {
		token, _ := d.Token()
		m := member{name: token.(string), line: line(d.InputOffset()), file: text}
		_ = d.Decode(&m.value)
		m.start = from + int(d.InputOffset()) - len(m.value)
		if len(o.members) == maxMembers {
			return nil, m.fail(fmt.Errorf("more than %d fields", maxMembers))
		}
		for i := range o.members {
			if o.members[i].name == m.name {
				return nil, m.fail(errors.New("the field is there twice"))
			}
		}
		o.members = append(o.members, m)
	}
	return o, nil
}

// invalid returns an error with the position of the first invalid JSON.
func invalid(part []byte, line func(int64) int) error {
	var anything any
	err := json.Unmarshal(part, &anything)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		reason := strings.TrimSuffix(syntax.Error(), " of JSON input")
		return &FormatError{Line: line(syntax.Offset), Err: fmt.Errorf("not valid JSON: %s", reason)}
	}
	return &FormatError{Line: line(0), Err: fmt.Errorf("not valid JSON: %w", err)}
}
