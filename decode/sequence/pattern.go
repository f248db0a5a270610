// Package sequence finds numbered pictures that form one video.
//
// Input is a name with a pattern for a number, such as shot_%04d.dpx or shot_####.dpx, or the name of
// one picture, or a folder; output is a [Sequence]: the numbers that exist, their step and the holes
// between them. It reads the folder once and opens no picture. Functions may be called from any
// goroutine; a Sequence does not change.
package sequence

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mostDigits is the largest number of digits of a number; longer ones are no numbers of pictures.
const mostDigits = 18

// Pattern is a name with a place for a number.
type Pattern struct {
	Folder string // as the user wrote it, with the last slash; empty for the working folder
	Prefix string // of the names in it
	Suffix string // with the extension
	Digits int    // smallest number of digits, filled with zeros
}

// Parse reads a pattern: in the name, without its folder, the last group of # or the last %d, %0Nd
// stands for the number. The count of # is the number of digits. ok is false if there is none.
func Parse(name string) (p Pattern, ok bool) {
	folder, base := filepath.Split(name)
	at, n, digits := place(base)
	if n == 0 {
		return Pattern{}, false
	}
	return Pattern{Folder: folder, Prefix: base[:at], Suffix: base[at+n:], Digits: digits}, true
}

// place returns where the last place for a number begins, its length in bytes, 0 if there is none, and
// its digits.
func place(base string) (at, n, digits int) {
	for i := len(base) - 1; i >= 0; i-- {
		if base[i] == '#' {
			end := i + 1
			for i > 0 && base[i-1] == '#' {
				i--
			}
			if end-i <= mostDigits {
				return i, end - i, end - i
			}
		}
		if n, digits := verb(base[i:]); n > 0 {
			return i, n, digits
		}
	}
	return 0, 0, 0
}

// verb reads %d or %0Nd at the start of a text. n is its length, 0 if there is neither.
func verb(text string) (n, digits int) {
	rest, ok := strings.CutPrefix(text, "%")
	if !ok {
		return 0, 0
	}
	width, _, ok := strings.Cut(rest, "d")
	switch {
	case !ok:
		return 0, 0
	case width == "":
		return 2, 1
	case width[0] != '0' || len(width) > 3:
		return 0, 0
	}
	digits, err := strconv.Atoi(width)
	if err != nil || digits < 1 || digits > mostDigits {
		return 0, 0
	}
	return len(width) + 2, digits
}

// String returns the pattern with a # for each digit. If the name has a # or a % already, it is in the
// form %0Nd.
func (p Pattern) String() string {
	number := strings.Repeat("#", p.Digits)
	if strings.HasSuffix(p.Prefix, "#") || strings.HasPrefix(p.Suffix, "#") {
		number = fmt.Sprintf("%%0%dd", p.Digits)
	}
	return p.Folder + p.Prefix + number + p.Suffix
}

// Name returns the name of a picture, with its folder.
func (p Pattern) Name(number int64) string { return string(p.AppendName(nil, number)) }

// AppendName appends the name of a picture, with its folder.
func (p Pattern) AppendName(to []byte, number int64) []byte {
	to = append(append(to, p.Folder...), p.Prefix...)
	for power, i := int64(10), 1; i < p.Digits; i++ {
		if number < power {
			to = append(to, "000000000000000000"[:p.Digits-i]...)
			break
		}
		power *= 10
	}
	return append(strconv.AppendInt(to, number, 10), p.Suffix...)
}

// Has reports whether a name is that of a picture of a pattern, or the same pattern.
func Has(pattern, name string) bool {
	p, ok := Parse(pattern)
	folder, base := filepath.Split(name)
	if !ok || !sameFolder(p.Folder, folder) {
		return false
	}
	other, ok := Parse(base)
	return p.matches(p.split(base)) || ok && other.Prefix == p.Prefix && other.Suffix == p.Suffix
}

func sameFolder(a, b string) bool {
	one, err := os.Stat(cmp.Or(a, "."))
	other, err2 := os.Stat(cmp.Or(b, "."))
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// split returns the digits that a name has in the number's place, empty if the name is another.
func (p Pattern) split(base string) string {
	rest, ok := strings.CutPrefix(base, p.Prefix)
	digits, end := strings.CutSuffix(rest, p.Suffix)
	if !ok || !end || !areDigits(digits) {
		return ""
	}
	return digits
}

// matches reports whether digits are how the pattern writes their number.
func (p Pattern) matches(digits string) bool {
	return digits != "" && len(digits) == p.Digits || len(digits) > p.Digits && digits[0] != '0'
}

func areDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != "" && len(text) <= mostDigits
}

// divide splits the name of a file, without folder, at the last group of digits before its extension.
func divide(base string) (prefix, digits, suffix string) {
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	end := strings.LastIndexAny(stem, "0123456789") + 1
	at := len(strings.TrimRight(stem[:end], "0123456789"))
	if !areDigits(base[at:end]) {
		return base, "", ""
	}
	return base[:at], base[at:end], base[end:]
}
