package views

import (
	"encoding/binary"
	"fmt"
	"image"
	"math"

	"ffkvadrat/yuv"
)

// Gain is the factor by which the view of the difference amplifies.
type Gain uint8

const (
	Gain1     Gain = iota
	Gain4          // a difference of 32 of 255 is black or white
	Gain16         // one of 8
	GainCount      // number of gains
)

// gains are the factors.
var gains = [GainCount]int{1, 4, 16}

// ParseGain returns the gain with a name, as String returns it.
func ParseGain(name string) (Gain, error) {
	for g := range GainCount {
		if g.String() == name {
			return g, nil
		}
	}
	return 0, fmt.Errorf("views: the gain is 1, 4 or 16, not %q", name)
}

func (g Gain) String() string {
	if g < GainCount {
		return fmt.Sprint(g.Factor())
	}
	return fmt.Sprintf("Gain(%d)", uint8(g))
}

// Title returns the gain's name in the player.
func (g Gain) Title() string { return "×" + g.String() }

// Factor returns the factor.
func (g Gain) Factor() int { return gains[g] }

// Shade returns the shade of a difference of samples whose largest value is most: 128 for 0, lighter
// for more.
func (g Gain) Shade(difference, most int) uint8 {
	scaled := math.Round(float64(g.Factor()*difference*255) / float64(most))
	return uint8(min(max(128+scaled, 0), 255))
}

// Differ paints the luma of a picture less that of another one in grey, with [Gain.Shade]. One goroutine at a time may use it;
// its zero value is ready.
type Differ struct {
	shades []uint32 // pixels by difference, from −most to most, as four bytes
	most   int
	gain   Gain
	psnr   float64
}

// Compared implements [Comparer], with luma.
func (d *Differ) Compared() (plane string, psnr float64) { return "Y", d.psnr }

// Paint paints p less q into dst. All have one size, and the pictures one depth.
func (d *Differ) Paint(dst *image.RGBA, p, q *yuv.Picture, gain Gain, _ yuv.Converter) {
	d.prepare(p.Format.MaxValue(), gain)
	squares, bytes := uint64(0), p.Format.SampleBytes()
	paint := d.paint
	if bytes == 2 {
		paint = d.paintWide
	}
	for y := range p.Height {
		row := dst.Pix[y*dst.Stride:][:4*p.Width]
		squares += paint(row, lumas{p.Luma.Row(y, bytes), p.Luma.Step, p.LumaShift}, lumas{q.Luma.Row(y, bytes), q.Luma.Step, q.LumaShift})
	}
	d.psnr = 10 * math.Log10(float64(d.most)*float64(d.most)*float64(p.Width*p.Height)/float64(squares))
}

// prepare makes the table of shades.
func (d *Differ) prepare(most int, gain Gain) {
	if d.shades != nil && d.most == most && d.gain == gain {
		return
	}
	d.most, d.gain, d.shades = most, gain, d.shades[:0]
	for difference := -most; difference <= most; difference++ {
		d.shades = append(d.shades, 0xff<<24|0x10101*uint32(gain.Shade(difference, most)))
	}
}

// lumas is a row of luma.
type lumas struct {
	row         []byte
	step, shift int
}

// paint paints a row and returns the sum of squared differences.
func (d *Differ) paint(to []byte, a, b lumas) (squares uint64) {
	shades, j := d.shades, 0
	if a.step == 1 && b.step == 1 {
		row := b.row[:len(a.row)]
		for x, sample := range a.row {
			difference := int(sample) - int(row[x])
			squares += uint64(difference * difference)
			binary.LittleEndian.PutUint32(to[4*x:], shades[difference+math.MaxUint8])
		}
		return squares
	}
	for i := 0; i < len(a.row); i += a.step {
		difference := int(a.row[i]) - int(b.row[j])
		squares += uint64(difference * difference)
		binary.LittleEndian.PutUint32(to, shades[difference+math.MaxUint8])
		to, j = to[4:], j+b.step
	}
	return squares
}

// paintWide does the same for samples of two bytes.
func (d *Differ) paintWide(to []byte, a, b lumas) (squares uint64) {
	j := 0
	for i := 0; i < len(a.row); i += a.step {
		first, second := int(binary.LittleEndian.Uint16(a.row[i:])>>a.shift), int(binary.LittleEndian.Uint16(b.row[j:])>>b.shift)
		difference := min(first, d.most) - min(second, d.most)
		squares += uint64(difference * difference)
		binary.LittleEndian.PutUint32(to, d.shades[d.most+difference])
		to, j = to[4:], j+b.step
	}
	return squares
}
