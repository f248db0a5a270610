package yuv

import (
	"math"

	"ffkvadrat/yuv/elementary"
)

// referenceWhite is the light, in cd/m², that the display's white represents:
// HDR reference white of ITU-R BT.2408-7, section 2.
const referenceWhite = 203

// Peaks in cd/m². The first is assumed for PQ if the stream gives no peak; it is also HLG's nominal
// peak (BT.2100-2, table 5, note 5f). The second is the end of PQ's scale.
const (
	defaultPeak = 1000
	pqPeak      = 10000
)

// light is how code values of R′, G′ and B′ correspond to light. Equal values have equal tables.
type light struct {
	transfer Transfer // SDR, PQ or HLG
	gamut    gamut
	peak     float64 // cd/m² of the brightest pixel; 0 for SDR
}

// plain reports whether code values are shown unchanged.
func (l light) plain() bool { return l.transfer == SDR && l.gamut == bt709 }

// light derives the light from the tags. Untagged primaries are BT.2020's if the matrix or the transfer
// is from BT.2020 or BT.2100.
func (c Colour) light() light {
	l := light{transfer: c.Curve()}
	switch {
	case c.Primaries == "bt2020", c.Primaries == "" && (c.Matrix == BT2020 || l.transfer != SDR):
		l.gamut = bt2020
	case c.Primaries == "smpte432":
		l.gamut = displayP3
	}
	switch l.transfer {
	case PQ:
		l.peak = defaultPeak
		if c.MaxCLL > 0 {
			l.peak = c.MaxCLL
		} else if c.MasteringPeak > 0 {
			l.peak = c.MasteringPeak
		}
		l.peak = min(max(l.peak, referenceWhite), pqPeak)
	case HLG:
		l.peak = defaultPeak
	}
	return l
}

// Constants of SMPTE ST 2084 (BT.2100-2, table 4).
const (
	pqM1 = 2610. / 16384
	pqM2 = 2523. / 4096 * 128
	pqC1 = 3424. / 4096
	pqC2 = 2413. / 4096 * 32
	pqC3 = 2392. / 4096 * 32
)

// pqLight is PQ's EOTF: it converts a value from 0 to 1 to cd/m².
func pqLight(e float64) float64 {
	p := elementary.Pow(e, 1/pqM2)
	return pqPeak * elementary.Pow(max(p-pqC1, 0)/(pqC2-float64(pqC3*p)), 1/pqM1)
}

// pqValue is the inverse of pqLight.
func pqValue(light float64) float64 {
	p := elementary.Pow(light/pqPeak, pqM1)
	return elementary.Pow((pqC1+float64(pqC2*p))/(1+float64(pqC3*p)), pqM2)
}

// Constants of HLG (BT.2100-2, table 5): b = 1 − 4a, c = 0.5 − a·ln(4a), and the exponent that remains
// for luminance with a display gamma of 1.2.
const (
	hlgA     = 0.17883277
	hlgB     = 0.28466892
	hlgC     = 0.55991073
	hlgGamma = 1.2
)

// hlgScene is the inverse of HLG's OETF: it converts a value from 0 to 1 to scene light, 0 to 1.
func hlgScene(e float64) float64 {
	if e <= 0.5 {
		return e * e / 3
	}
	return min((elementary.Exp2(float64((e-hlgC)/hlgA*math.Log2E))+hlgB)/12, 1)
}

// toneMap is the EETF of ITU-R BT.2390-10, section 5.4.1, for a black of 0 and a white of referenceWhite.
type toneMap struct {
	source float64 // PQ value of the picture's peak
	white  float64 // that of the display's white, as a part of source
}

func newToneMap(peak float64) toneMap {
	source := pqValue(peak)
	return toneMap{source, pqValue(referenceWhite) / source}
}

// value returns the PQ value that the display shows for the value e of a picture.
func (m toneMap) value(e float64) float64 {
	knee := float64(1.5*m.white) - 0.5
	e = min(e/m.source, 1)
	if e > knee && knee < 1 {
		t := (e - knee) / (1 - knee)
		t2, t3 := float64(t*t), float64(t*t*t)
		e = float64((2*t3-float64(3*t2)+1)*knee) + float64((t3-2*t2+t)*(1-knee)) + float64((float64(3*t2)-2*t3)*m.white)
	}
	return e * m.source
}

// displayLight and displayValue are sRGB's EOTF (IEC 61966-2-1) and its
// inverse, both 0 to 1.
func displayLight(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return elementary.Pow((v+0.055)/1.055, 2.4)
}

func displayValue(light float64) float64 {
	if light <= 0.0031308 {
		return light * 12.92
	}
	return float64(1.055*elementary.Pow(light, 1/2.4)) - 0.055
}
