package export

import (
	"errors"
	"fmt"
	"math/bits"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// quadParser reads quads from the text of a well-formed JSON value.
type quadParser struct {
	rest    []byte
	hasMean bool
}

var (
	errQuadForm = errors.New("not an array of three whole numbers")
	errMeanForm = errors.New("not an array of six whole numbers")
)

// take passes over white space, and over c and more white space if c follows.
func (p *quadParser) take(c byte) bool {
	p.space()
	if len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	p.space()
	return true
}

func (p *quadParser) space() {
	for len(p.rest) > 0 {
		switch p.rest[0] {
		case ' ', '\t', '\r', '\n':
			p.rest = p.rest[1:]
		default:
			return
		}
	}
}

// number reads a whole number from 0 to MaxSide, written without a fraction
// or an exponent.
func (p *quadParser) number() (int, error) {
	var v, n int
	for n < len(p.rest) && p.rest[n] >= '0' && p.rest[n] <= '9' {
		if v = 10*v + int(p.rest[n]-'0'); v > MaxSide {
			return 0, fmt.Errorf("a number beyond %d", MaxSide)
		}
		n++
	}
	if n == 0 {
		return 0, errQuadForm
	}
	p.rest = p.rest[n:]
	return v, nil
}

// quad reads [x,y,size], with its mean [x,y,size,a,b,c]. The size has to be a
// power of two, and x and y multiples of it.
func (p *quadParser) quad() (quadpyramid.Quad, feature.Mean, error) {
	var v [6]int
	n, form := 3, errQuadForm
	if p.hasMean {
		n, form = 6, errMeanForm
	}
	before := byte('[')
	for i := range v[:n] {
		if !p.take(before) {
			return 0, 0, form
		}
		var err error
		if v[i], err = p.number(); err != nil {
			if err == errQuadForm {
				err = form
			}
			return 0, 0, err
		}
		before = ','
	}
	if !p.take(']') {
		return 0, 0, form
	}
	if max(v[3], v[4], v[5]) > feature.Peak {
		return 0, 0, fmt.Errorf("the mean %v is beyond %d", v[3:], feature.Peak)
	}
	x, y, size := v[0], v[1], v[2]
	if size == 0 || size&(size-1) != 0 {
		return 0, 0, fmt.Errorf("size %d is not a power of two", size)
	}
	if x&(size-1) != 0 || y&(size-1) != 0 {
		return 0, 0, fmt.Errorf("(%d,%d) is not a multiple of the size %d", x, y, size)
	}
	if x >= MaxSide || y >= MaxSide {
		return 0, 0, fmt.Errorf("(%d,%d) is outside any picture", x, y)
	}
	mean := feature.NewMean(feature.Vector{uint16(v[3]), uint16(v[4]), uint16(v[5])})
	return quadpyramid.NewQuad(x, y, bits.TrailingZeros(uint(size))), mean, nil
}
