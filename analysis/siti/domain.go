package siti

import (
	"fmt"
	"math"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/elementary"
)

// Domain is the scale on which luma is compared.
type Domain uint8

const (
	// PQ is the default of siti-tools and of P.910's edition of 2023: the perceptual quantiser (PQ)
	// of the light that a display emits for the luma.
	PQ Domain = iota
	// Legacy is siti-tools' --legacy and that of P.910's earlier editions: the luma itself.
	Legacy
	DomainCount // the number of domains
)

var domains = [DomainCount]string{"pq", "legacy"}

// ParseDomain returns the domain with a name, as String writes it.
func ParseDomain(name string) (Domain, error) {
	for d, known := range domains {
		if name == known {
			return Domain(d), nil
		}
	}
	return 0, fmt.Errorf("siti: no domain is called %q", name)
}

func (d Domain) String() string { return domains[d] }

// The reference display, with the defaults of siti-tools: its black and white in cd/m², and
// BT.1886's exponent.
const (
	sdrBlack, sdrWhite = 0.1, 300
	hlgBlack, hlgWhite = 0.01, 1000
	gamma              = 2.4
	hlgGamma           = 1.2 // for a display with hlgWhite
)

// Constants of BT.2100-2, tables 4 and 5.
const (
	pqM1, pqM2       = 2610. / 16384, 2523. / 4096 * 128
	pqC1, pqC2, pqC3 = 3424. / 4096, 2413. / 4096 * 32, 2392. / 4096 * 32
	hlgA             = 0.17883277
	hlgB, hlgC       = 0.28466892, 0.55991073
)

// scale is the conversion of luma samples to numbers.
type scale struct {
	domain Domain
	depth  int
	full   bool
	curve  yuv.Transfer
}

// scaleOf returns a picture's scale. An untagged range is limited, as in siti-tools; luma computed
// from RGB has the full range.
func scaleOf(p *yuv.Picture, d Domain) scale {
	return scale{d, p.Format.Depth, p.Colour.Range == yuv.Full || p.Format.Model == yuv.RGB, p.Colour.Curve()}
}

// ends returns the samples of black and white.
func (s scale) ends() (black, white float64) {
	if s.full {
		return 0, float64(int(1)<<s.depth - 1)
	}
	return float64(int(16) << (s.depth - 8)), float64(int(235) << (s.depth - 8))
}

// unit returns the factor that converts SI and TI to the scale of 8 bits of full range.
func (s scale) unit() float64 {
	if s.domain == PQ {
		return 255
	}
	black, white := s.ends()
	return 255 / (white - black)
}

// number converts a sample.
func (s scale) number(sample int) float64 {
	if s.domain == Legacy {
		return float64(sample)
	}
	black, white := s.ends()
	v := min(max((float64(sample)-black)/(white-black), 0), 1)
	switch s.curve {
	case yuv.PQ:
		return v
	case yuv.HLG:
		return quantise(light(scene(v), hlgGamma, hlgBlack, hlgWhite))
	}
	return quantise(light(v, gamma, sdrBlack, sdrWhite))
}

// light returns a display's light in cd/m² for a value from 0 to 1.
func light(v, exponent, black, white float64) float64 {
	return float64((white-black)*elementary.Pow(v, exponent)) + black
}

// scene is HLG's inverse opto-electrical transfer function.
func scene(v float64) float64 {
	if v <= 0.5 {
		return float64(v*v) / 3
	}
	return (elementary.Exp2(float64((v-hlgC)/hlgA*math.Log2E)) + hlgB) / 12
}

// quantise is PQ's inverse electro-optical transfer function, of light in cd/m².
func quantise(light float64) float64 {
	y := elementary.Pow(light/10000, pqM1)
	return elementary.Pow((pqC1+float64(pqC2*y))/(1+float64(pqC3*y)), pqM2)
}
