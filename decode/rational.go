package decode

// #include <libavutil/rational.h>
import "C"

import "fmt"

// Rational is a fraction as FFmpeg writes it; 0/0 and 0/1 mean unknown.
type Rational struct {
	Num, Den int
}

// Float returns the fraction's value, 0 if it is unknown.
func (r Rational) Float() float64 {
	if r.Den == 0 {
		return 0
	}
	return float64(r.Num) / float64(r.Den)
}

// String returns "num/den", as ffprobe prints it.
func (r Rational) String() string { return fmt.Sprintf("%d/%d", r.Num, r.Den) }

func rational(q C.AVRational) Rational { return Rational{int(q.num), int(q.den)} }

// reduced returns the fraction in lowest terms.
func (r Rational) reduced() Rational {
	a, b := r.Num, r.Den
	for b != 0 {
		a, b = b, a%b
	}
	if a <= 0 {
		return r
	}
	return Rational{r.Num / a, r.Den / a}
}
