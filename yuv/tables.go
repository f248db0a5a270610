package yuv

import (
	"math"
	"math/bits"

	"ffkvadrat/yuv/elementary"
)

// Tables convert 14-bit R′G′B′ to light, and light to the display's 8 bits, in integers; see
// docs/reference/display.md. Light is 0 to 65535. 65535 is the display's white or, before HLG's OOTF,
// the brightest light of the scene.
type Tables struct {
	// Rows is the matrix to BT.709's primaries, times 2^gamutShift.
	Rows [3][3]int32

	of    light
	light [1 << 14]uint16
	codes [1 << 16]byte
	ootf  *ootf // for HLG, else nil
}

// ootf converts scene light to display light. gain is indexed by luminance; 65535 stands for 1. gain
// times light, 20 bits wide, is light of a 1000 cd/m² display; curve maps it to tone-mapped light, see
// curveIndex.
type ootf struct {
	gain  [1 << 16]uint16
	curve [curveSize]uint16
}

// BT.2100's luminance weights times 2^15; they add up to 2^15.
const (
	sceneR = 8608
	sceneG = 22217
	sceneB = 1943
)

const (
	lightMax  = 1<<16 - 1
	curveMax  = lightMax * lightMax / 4096. // the 20-bit light that stands for 1
	curveSize = 10 * 2048
)

// curveIndex returns the index for 20-bit light v: v below 2^12, then 2048 entries per doubling. left
// is the number of low bits that the index drops.
func curveIndex(v uint32) (index, left uint32) {
	left = uint32(max(bits.Len32(v)-12, 0))
	return left<<11 + v>>left, left
}

func newTables(l light) *Tables {
	t := &Tables{of: l, Rows: l.gamut.rows709()}
	tones := newToneMap(l.peak) // of PQ
	for i := range t.light {
		e := float64(i) / float64(len(t.light)-1)
		switch l.transfer {
		case PQ:
			t.light[i] = stored(pqLight(tones.value(e)) / referenceWhite)
		case HLG:
			t.light[i] = stored(hlgScene(e))
		default:
			t.light[i] = stored(displayLight(e))
		}
	}
	for i := range t.codes {
		t.codes[i] = byte(math.Round(255 * displayValue(float64(i)/lightMax)))
	}
	if l.transfer == HLG {
		t.ootf = newOOTF(l.peak)
	}
	return t
}

func newOOTF(peak float64) *ootf {
	o, tones := new(ootf), newToneMap(peak)
	for i := range o.gain {
		o.gain[i] = stored(elementary.Pow(float64(i)/lightMax, hlgGamma-1))
	}
	for v := uint32(0); v < 1<<20; {
		i, left := curveIndex(v)
		middle := float64(v) + float64(float64(uint32(1)<<left-1)/2)
		shown := pqLight(tones.value(pqValue(peak * middle / curveMax)))
		o.curve[i] = stored(shown / referenceWhite)
		v += 1 << left
	}
	return o
}

// stored converts light from 0 to 1 to the tables' integers.
func stored(light float64) uint16 { return uint16(math.Round(min(light, 1) * lightMax)) }

// FromScene reports whether light is scene light, which HLG's OOTF converts to display light.
func (t *Tables) FromScene() bool { return t.ootf != nil }

// show converts R′G′B′, each 0 to 16383. It is the CPU twin of yuv_convert with LIGHT.
func (t *Tables) show(r, g, b uint16) [3]byte {
	in := [3]uint32{uint32(t.light[r]), uint32(t.light[g]), uint32(t.light[b])}
	if o := t.ootf; o != nil {
		gain := uint32(o.gain[(sceneR*in[0]+sceneG*in[1]+sceneB*in[2]+1<<14)>>15])
		for i, scene := range in {
			index, _ := curveIndex((scene*gain + 1<<11) >> 12)
			in[i] = uint32(o.curve[index])
		}
	}
	var out [3]byte
	for i, row := range &t.Rows {
		sum := row[0]*int32(in[0]) + row[1]*int32(in[1]) + row[2]*int32(in[2])
		out[i] = t.codes[min(max((sum+1<<(gamutShift-1))>>gamutShift, 0), lightMax)]
	}
	return out
}

// Offsets of the tables in Pack's result, in words; yuv_light.glsl has the same values.
const (
	lightWords = 1 << 14 / 2
	codeWords  = 1 << 16 / 4
	gainWords  = 1 << 16 / 2
	curveWords = curveSize / 2
)

// Pack returns the tables one after the other in 32-bit words, the first entry in the lowest bits.
func (t *Tables) Pack() []uint32 {
	words := make([]uint32, 0, lightWords+codeWords+gainWords+curveWords)
	words = packHalves(words, t.light[:])
	for i := 0; i < len(t.codes); i += 4 {
		c := t.codes[i:]
		words = append(words, uint32(c[0])|uint32(c[1])<<8|uint32(c[2])<<16|uint32(c[3])<<24)
	}
	if t.ootf != nil {
		words = packHalves(words, t.ootf.gain[:])
		words = packHalves(words, t.ootf.curve[:])
	}
	return words
}

func packHalves(words []uint32, entries []uint16) []uint32 {
	for i := 0; i < len(entries); i += 2 {
		words = append(words, uint32(entries[i])|uint32(entries[i+1])<<16)
	}
	return words
}
