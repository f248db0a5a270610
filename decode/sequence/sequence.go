package sequence

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Most is the largest number of pictures.
const Most = 10_000_000

// atOnce is how many names are read from a folder at a time.
const atOnce = 1024

// Sequence are the pictures of a pattern that exist.
type Sequence struct {
	Pattern
	Numbers []int64 // ascending, at least one
	Step    int64   // greatest common divisor of their differences, 1 for a single picture
}

// NoMatchError reports a pattern without pictures.
type NoMatchError struct{ Pattern Pattern }

func (e *NoMatchError) Error() string {
	return fmt.Sprintf("no picture has a name of the pattern %s", filepath.Base(e.Pattern.String()))
}

// Is makes the error match [fs.ErrNotExist].
func (e *NoMatchError) Is(target error) bool { return target == fs.ErrNotExist }

// Find returns the pictures of a pattern.
func Find(p Pattern) (*Sequence, error) {
	s := &Sequence{Pattern: p}
	others := map[int64]string{} // numbers with other digits
	err := s.read(func(base string, kind fs.FileMode) error {
		digits := p.split(base)
		if digits == "" {
			return nil
		}
		if !p.matches(digits) {
			if len(others) < Most {
				others[value(digits)] = digits
			}
			return nil
		}
		return s.add(base, value(digits), kind)
	})
	if err != nil {
		return nil, err
	}
	if len(s.Numbers) == 0 {
		return nil, &NoMatchError{p}
	}
	s.sort()
	for _, n := range s.Numbers {
		if digits, ok := others[n]; ok {
			return nil, twice(p.Prefix, p.Suffix, digits, fmt.Sprintf("%0*d", p.Digits, n))
		}
	}
	return s, nil
}

// Of returns the sequence that a picture belongs to: the names that differ from its name only in the
// last group of digits.
func Of(name string) (*Sequence, error) {
	folder, base := filepath.Split(name)
	prefix, digits, suffix := divide(base)
	if digits == "" {
		return nil, fmt.Errorf("the name %s has no number", base)
	}
	return collect(folder, func(base string) bool {
		p := Pattern{Prefix: prefix, Suffix: suffix}
		return p.split(base) != ""
	})
}

// In returns the sequence of a folder, whose pictures must all be of one pattern. Takes says which names
// are pictures; other files and hidden ones do not count.
func In(folder string, takes func(base string) bool) (*Sequence, error) {
	folder = strings.TrimRight(folder, "/") + "/"
	return collect(folder, func(base string) bool { return base[0] != '.' && takes(base) })
}

// collect returns the sequence of all names in a folder that are taken.
func collect(folder string, takes func(base string) bool) (*Sequence, error) {
	s := &Sequence{Pattern: Pattern{Folder: folder}}
	var w widths
	first := ""
	err := s.read(func(base string, kind fs.FileMode) error {
		if !takes(base) {
			return nil
		}
		prefix, digits, suffix := divide(base)
		switch {
		case digits == "":
			return fmt.Errorf("the name %s has no number", base)
		case first == "":
			first, s.Prefix, s.Suffix = base, prefix, suffix
		case prefix != s.Prefix || suffix != s.Suffix:
			return fmt.Errorf("the folder has pictures of more than one pattern, such as %s and %s", min(first, base), max(first, base))
		}
		w.note(digits)
		return s.add(base, value(digits), kind)
	})
	if err != nil {
		return nil, err
	}
	if first == "" {
		return nil, errors.New("there is no picture in the folder")
	}
	s.sort()
	for i, n := range s.Numbers[1:] {
		if n == s.Numbers[i] {
			return nil, twice(s.Prefix, s.Suffix, fmt.Sprintf("%0*d", w.narrow, n), fmt.Sprintf("%0*d", w.wide, n))
		}
	}
	if s.Digits, err = w.digits(s.Prefix, s.Suffix); err != nil {
		return nil, err
	}
	return s, nil
}

func twice(prefix, suffix, one, other string) error {
	return fmt.Errorf("%s and %s have the same number", prefix+one+suffix, prefix+other+suffix)
}

// widths are the numbers of digits in names.
type widths struct {
	narrow, wide int    // of all names
	short        string // the shortest number that does not begin with 0
	filled       string // a number that begins with 0, the longest
	mixed        string // such a number with another length
}

func (w *widths) note(digits string) {
	n := len(digits)
	if w.narrow == 0 {
		w.narrow = n
	}
	w.narrow, w.wide = min(w.narrow, n), max(w.wide, n)
	switch {
	case digits[0] != '0' || n == 1:
		if w.short == "" || n < len(w.short) {
			w.short = digits
		}
	case w.filled == "":
		w.filled = digits
	case n != len(w.filled):
		w.mixed = digits
	}
}

// digits returns the pattern's number of digits.
func (w *widths) digits(prefix, suffix string) (int, error) {
	other := w.mixed
	if w.filled != "" && w.short != "" && len(w.short) < len(w.filled) {
		other = w.short
	}
	switch {
	case other != "":
		return 0, fmt.Errorf("the folder has numbers of more than one pattern, such as %s and %s", prefix+other+suffix, prefix+w.filled+suffix)
	case w.filled != "":
		return len(w.filled), nil
	case w.narrow == w.wide:
		return w.wide, nil
	}
	return 1, nil
}

// read gives all entries of the folder to take, in no order, until it returns an error.
func (s *Sequence) read(take func(base string, kind fs.FileMode) error) error {
	dir, err := os.Open(cmp.Or(s.Folder, "."))
	if err != nil {
		return err
	}
	defer dir.Close()
	for {
		entries, err := dir.ReadDir(atOnce)
		for _, e := range entries {
			if err := take(e.Name(), e.Type()); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// add adds a number. A link may lead to a picture; what else is no file is refused.
func (s *Sequence) add(base string, number int64, kind fs.FileMode) error {
	if kind&^fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is %s, not a picture", base, kindName(kind))
	}
	if len(s.Numbers) == Most {
		return fmt.Errorf("there are more than %d pictures", Most)
	}
	s.Numbers = append(s.Numbers, number)
	return nil
}

func kindName(kind fs.FileMode) string {
	switch kind {
	case fs.ModeDir:
		return "a folder"
	case fs.ModeNamedPipe:
		return "a pipe"
	}
	return "a device or socket"
}

// value returns the number that digits write.
func value(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}

// sort sorts the numbers and finds their step.
func (s *Sequence) sort() {
	slices.Sort(s.Numbers)
	for i, n := range s.Numbers[1:] {
		for d := n - s.Numbers[i]; d != 0; s.Step, d = d, s.Step%d {
		}
	}
	s.Step = max(1, s.Step)
}

// First returns the smallest number.
func (s *Sequence) First() int64 { return s.Numbers[0] }

// Last returns the largest number.
func (s *Sequence) Last() int64 { return s.Numbers[len(s.Numbers)-1] }

// Tick returns the place of a number in time, counted from 0 in frames, of those that are missing too.
func (s *Sequence) Tick(number int64) int64 { return (number - s.First()) / s.Step }

// Number returns the number at a tick.
func (s *Sequence) Number(tick int64) int64 { return s.First() + tick*s.Step }

// Length returns the number of frames from the first to the last one, with those that are missing.
func (s *Sequence) Length() int64 { return s.Tick(s.Last()) + 1 }

// Missing returns the number of pictures that are missing between the first and the last.
func (s *Sequence) Missing() int64 { return s.Length() - int64(len(s.Numbers)) }

// At returns the index of the last picture that is not after a tick, or else of the first.
func (s *Sequence) At(tick int64) int {
	tick = min(max(tick, 0), s.Length()-1)
	i, found := slices.BinarySearch(s.Numbers, s.Number(tick))
	if found || i == 0 {
		return i
	}
	return i - 1
}

// Hole are numbers that are missing between two pictures.
type Hole struct{ From, To int64 }

func (h Hole) String() string {
	if h.From == h.To {
		return strconv.FormatInt(h.From, 10)
	}
	return fmt.Sprintf("%d to %d", h.From, h.To)
}

// Holes returns the first holes, at most n.
func (s *Sequence) Holes(n int) (holes []Hole) {
	for i, after := range s.Numbers[1:] {
		if len(holes) == n {
			break
		}
		if before := s.Numbers[i]; after-before > s.Step {
			holes = append(holes, Hole{before + s.Step, after - s.Step})
		}
	}
	return holes
}
