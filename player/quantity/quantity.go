// Package quantity writes numbers for people: counts, sizes in bytes, words for n things. All
// functions are pure.
package quantity

import (
	"math"
	"strconv"
	"strings"
)

// Count formats a number of things, such as 12 448 quads.
func Count(n int64, thing string) string {
	return Grouped(n) + " " + Things(n, thing)
}

// Known is Count for a number that is 0 if it is not known; the text is then empty.
func Known(n int, thing string) string {
	if n == 0 {
		return ""
	}
	return Count(int64(n), thing)
}

// Frame names a frame by its index, such as frame 88 of 250; frames is 0 if their number is not known.
func Frame(index, frames int64) string {
	text := "frame " + strconv.FormatInt(index+1, 10)
	if frames > 0 {
		text += " of " + strconv.FormatInt(frames, 10)
	}
	return text
}

// Of is the nth of a number of things, such as 3 349 of 12 448.
func Of(n, number int) string { return Grouped(int64(n)) + " of " + Grouped(int64(number)) }

// Fixed returns v, or 0 if v rounds to zero at a number of decimal places. It avoids −0.
func Fixed(v float64, places int) float64 {
	if math.Round(v*math.Pow10(places)) == 0 {
		return 0
	}
	return v
}

// Percent formats a part of 1, such as 98.4 %. One that is not 0 is not 0.0 %.
func Percent(part float64) string {
	if part > 0 && part < 0.0005 {
		return "< 0.1 %"
	}
	return strconv.FormatFloat(100*part, 'f', 1, 64) + " %"
}

// Things returns the word for n things, as in Count.
func Things(n int64, thing string) string {
	if n == 1 {
		return thing
	}
	return thing + "s"
}

// Capitalised capitalises a word.
func Capitalised(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// Grouped formats a number with spaces between thousands, such as 12 448.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, ' ')
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// Short writes a number with k for thousands and M for millions.
func Short(n int) string {
	switch {
	case n >= 1_000_000:
		return strconv.FormatFloat(float64(n)/1e6, 'g', 3, 64) + "M"
	case n >= 1000:
		return strconv.FormatFloat(float64(n)/1e3, 'g', 3, 64) + "k"
	}
	return strconv.Itoa(n)
}

// Bytes formats a number of bytes in three digits.
func Bytes(bytes float64) string {
	units := [...]string{"B", "kB", "MB", "GB", "TB", "PB"}
	i, places := 0, 1
	for ; bytes >= 999.5 && i < len(units)-1; i++ {
		bytes /= 1000
	}
	if i == 0 || bytes >= 99.95 {
		places = 0
	}
	return strconv.FormatFloat(bytes, 'f', places, 64) + " " + units[i]
}
