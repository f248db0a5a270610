package quadfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner parses JSON (RFC 8259) from a stream. It holds a buffer of the input and the text of the
// last string or number, never a whole value.
//
// A function that reads a value consumes exactly one value of any kind. A value of the wrong kind
// is recorded in wrong, and reading continues after it. err stops reading: afterwards there is no
// more input, so every loop ends.
type scanner struct {
	r       io.Reader
	buf     []byte // input not yet dropped
	pos     int    // of the next byte in buf
	dropped int64  // bytes dropped before buf
	readErr error  // the last error of r

	limit   int64 // the input offset at which the record is too long
	oneLine bool  // white space must not contain line ends
	places  []int // see Header.places

	text  []byte // the last string, number or name
	name  string // of the last known field
	first bool   // the innermost array or object has had no element yet

	wrong error // the first fault in the record
	err   error
}

const (
	// scanBuffer is the size of reads in bytes.
	scanBuffer = 64 << 10
	// maxDepth limits the nesting of arrays and objects in unknown fields.
	maxDepth = 64
)

var (
	errLong  = errors.New("its text is too long")
	errDeep  = fmt.Errorf("nested deeper than %d", maxDepth)
	errUTF8  = errors.New("text that is not UTF-8")
	errLines = errors.New("it is not on its own line")
)

func newScanner(r io.Reader) scanner {
	return scanner{r: r, buf: make([]byte, 0, scanBuffer), limit: math.MaxInt64}
}

// offset returns the number of bytes consumed so far.
func (s *scanner) offset() int64 { return s.dropped + int64(s.pos) }

// allow limits the rest of the record to n bytes.
func (s *scanner) allow(n int64) { s.limit = s.offset() + n }

// within reports whether the record is within its limit.
func (s *scanner) within() bool {
	if s.offset() > s.limit {
		s.fail(errLong)
	}
	return s.err == nil
}

// fail stops reading with an error.
func (s *scanner) fail(err error) {
	if s.err == nil {
		s.err = err
	}
	s.dropped += int64(s.pos)
	s.buf, s.pos = s.buf[:0], 0
}

// complain records a fault in a record.
func (s *scanner) complain(err error) {
	if s.wrong == nil {
		s.wrong = err
	}
}

// fault returns the error or the fault, or nil.
func (s *scanner) fault() error {
	if s.err != nil {
		return s.err
	}
	return s.wrong
}

// unexpected stops reading because something else was expected.
func (s *scanner) unexpected(want string) {
	if s.pos < len(s.buf) {
		s.fail(fmt.Errorf("invalid character %q where %s should be", s.buf[s.pos], want))
	} else {
		s.fail(noEOF(s.readErr))
	}
}

// fill reads more input into the buffer, and reports whether there was any.
func (s *scanner) fill() bool {
	if s.err != nil || !s.within() {
		return false
	}
	s.dropped += int64(s.pos)
	s.buf = s.buf[:copy(s.buf, s.buf[s.pos:])]
	s.pos = 0
	for range 100 {
		if s.readErr != nil {
			return false
		}
		var n int
		n, s.readErr = s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		if n > 0 {
			s.buf = s.buf[:len(s.buf)+n]
			return true
		}
	}
	s.readErr = io.ErrNoProgress
	return false
}

// need reads until n bytes, at most a few, are in the buffer, and reports whether they are.
func (s *scanner) need(n int) bool {
	for len(s.buf)-s.pos < n {
		if !s.fill() {
			return false
		}
	}
	return true
}

// peek returns the next byte, or 0 at the end; valid text has no 0.
func (s *scanner) peek() byte {
	if s.pos == len(s.buf) && !s.fill() {
		return 0
	}
	return s.buf[s.pos]
}

// next returns the next byte after white space; 0 at the end.
func (s *scanner) next() byte {
	for {
		switch c := s.peek(); c {
		case ' ', '\t', '\r':
			s.pos++
		case '\n':
			if s.oneLine {
				s.fail(errLines)
				return 0
			}
			s.pos++
		default:
			return c
		}
	}
}

// beginLine is next for the first byte of a record on its own line.
func (s *scanner) beginLine() byte {
	begin := s.offset()
	c := s.blanks()
	if c == '\n' || s.ended() && s.offset() > begin {
		s.fail(errors.New("an empty line"))
		return 0
	}
	return c
}

// endLine consumes the end of the line or of the input.
func (s *scanner) endLine() {
	switch c := s.blanks(); {
	case c == '\n':
		s.pos++
	case s.pos < len(s.buf):
		s.fail(errLines)
	case s.err == nil && s.readErr != io.EOF:
		s.fail(s.readErr)
	}
}

// blanks returns the next byte after white space within a line.
func (s *scanner) blanks() byte {
	for {
		switch c := s.peek(); c {
		case ' ', '\t', '\r':
			s.pos++
		default:
			return c
		}
	}
}

// ended reports whether the input is at its end.
func (s *scanner) ended() bool {
	return s.err == nil && s.pos == len(s.buf) && s.readErr == io.EOF
}

// open enters an array or object, whose bracket comes next.
func (s *scanner) open() {
	s.pos++
	s.first = true
}

// another goes to the next element, or leaves the innermost array or object.
func (s *scanner) another(closing byte) bool {
	c, first := s.next(), s.first
	s.first = false
	switch {
	case c == closing:
		s.pos++
		return false
	case first:
		return c != 0 || s.lost(closing)
	case c == ',':
		s.pos++
		return true
	}
	return s.lost(closing)
}

func (s *scanner) lost(closing byte) bool {
	s.unexpected(fmt.Sprintf("a comma or %q", closing))
	return false
}

// element reports whether the array that open entered has another element.
func (s *scanner) element() bool { return s.another(']') }

// member reports whether the object that open entered has another member, and puts
// its name into text.
func (s *scanner) member() bool {
	if !s.another('}') {
		return false
	}
	if s.next() != '"' {
		s.unexpected("a name")
		return false
	}
	s.takeString()
	if s.next() != ':' {
		s.unexpected("a colon")
		return false
	}
	s.pos++
	return true
}

// skip skips a value.
func (s *scanner) skip() {
	var objects uint64 // bit stack of the nesting: 1 for an object, the innermost in bit 0
	for depth := 0; ; {
		switch c := s.next(); c {
		case '[', '{':
			if depth == maxDepth {
				s.fail(errDeep)
				return
			}
			depth++
			objects <<= 1
			if c == '{' {
				objects |= 1
			}
			s.open()
		case '"':
			s.takeString()
		case 't':
			s.takeWord("true")
		case 'f':
			s.takeWord("false")
		case 'n':
			s.takeWord("null")
		default:
			s.takeNumber()
		}
		for depth > 0 && !s.inside(objects&1 == 1) {
			depth--
			objects >>= 1
		}
		if depth == 0 {
			return
		}
	}
}

// inside advances to the next value of the innermost array or object, or leaves it.
func (s *scanner) inside(object bool) bool {
	if object {
		return s.member()
	}
	return s.element()
}

func (s *scanner) takeWord(word string) {
	for i := range len(word) {
		if s.peek() != word[i] {
			s.unexpected("a value")
			return
		}
		s.pos++
	}
}

// takeNumber reads a number into text.
func (s *scanner) takeNumber() {
	s.text = s.text[:0]
	s.takeOne('-', '-')
	if !s.takeOne('0', '0') {
		s.takeDigits("a value")
	}
	if s.takeOne('.', '.') {
		s.takeDigits("a digit")
	}
	if s.takeOne('e', 'E') {
		s.takeOne('+', '-')
		s.takeDigits("a digit")
	}
}

// takeOne appends the next byte to text if it is a or b.
func (s *scanner) takeOne(a, b byte) bool {
	if c := s.peek(); c != a && c != b {
		return false
	}
	s.text = append(s.text, s.buf[s.pos])
	s.pos++
	return true
}

func (s *scanner) takeDigits(want string) {
	if c := s.peek(); c < '0' || c > '9' {
		s.unexpected(want)
		return
	}
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.text = append(s.text, c)
		s.pos++
	}
}

// takeString reads a string into text. The next byte is its quotation mark.
func (s *scanner) takeString() {
	s.text = s.text[:0]
	s.pos++
	for s.err == nil {
		plain := s.buf[s.pos:]
		for i, c := range plain {
			if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
				plain = plain[:i]
				break
			}
		}
		s.text = append(s.text, plain...)
		s.pos += len(plain)
		switch c := s.peek(); {
		case c == '"':
			s.pos++
			return
		case c == '\\':
			s.pos++
			s.takeEscape()
		case c >= utf8.RuneSelf:
			if !s.need(utf8.UTFMax) && !utf8.FullRune(s.buf[s.pos:]) {
				s.fail(noEOF(s.readErr))
				return
			}
			r, n := utf8.DecodeRune(s.buf[s.pos:])
			if r == utf8.RuneError && n <= 1 {
				s.fail(errUTF8)
				return
			}
			s.text = utf8.AppendRune(s.text, r)
			s.pos += n
		case c < ' ':
			s.unexpected("the rest of a string")
		}
	}
}

// takeEscape reads the rest of an escape after the backslash.
func (s *scanner) takeEscape() {
	const short, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	c := s.peek()
	if c == 'u' {
		s.pos++
		s.text = utf8.AppendRune(s.text, s.takeUnit())
		return
	}
	for i := range len(short) {
		if short[i] == c {
			s.pos++
			s.text = append(s.text, meaning[i])
			return
		}
	}
	s.unexpected("an escape")
}

// takeUnit reads the rest of an escape \uXXXX, or of a surrogate pair of escapes, and returns the
// character.
func (s *scanner) takeUnit() rune {
	r := s.takeHex()
	if !utf16.IsSurrogate(r) {
		return r
	}
	for _, c := range []byte(`\u`) {
		if s.peek() != c {
			s.unexpected("the other half of a surrogate pair")
			return 0
		}
		s.pos++
	}
	if r = utf16.DecodeRune(r, s.takeHex()); r == utf8.RuneError {
		s.fail(errors.New("two escapes that are no surrogate pair"))
	}
	return r
}

func (s *scanner) takeHex() (r rune) {
	for range 4 {
		digit, err := strconv.ParseUint(string(s.peek()), 16, 4)
		if err != nil {
			s.unexpected("a hexadecimal digit")
			return 0
		}
		r = r<<4 | rune(digit)
		s.pos++
	}
	return r
}
