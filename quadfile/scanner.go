package quadfile

import (
	"io"
	"math"
)

// scanner reads the values of records.
//
// A function that reads a value consumes exactly one value of any kind. A value of the wrong kind is
// recorded in wrong, and reading continues after it.
type scanner struct {
	tokens
	places []int  // see Header.places
	name   string // of the last known field
	wrong  error  // the first fault in the record
}

func newScanner(r io.Reader) scanner {
	return scanner{tokens: tokens{r: r, buf: make([]byte, 0, scanBuffer), limit: math.MaxInt64}}
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
