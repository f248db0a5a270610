package siti_test

import (
	"fmt"
	"math"
	"testing"

	"ffkvadrat/analysis/siti"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071128

// colours have different scales.
var colours = []yuv.Colour{{}, {Range: yuv.Full}, {Transfer: "smpte2084"}, {Range: yuv.Full, Transfer: "arib-std-b67"}, {Transfer: "arib-std-b67"}}

// direct is the definition with the library's powers, in two passes over all numbers.
func direct(p *yuv.Picture, d siti.Domain) (v siti.Values) {
	number := func(p *yuv.Picture, x, y int) float64 {
		most := float64(p.Format.MaxValue())
		n := math.Min(float64(p.Sample(-1, x, y)), most) / most
		if p.Colour.Range != yuv.Full && p.Format.Model != yuv.RGB {
			n = (n*most/math.Exp2(float64(p.Format.Depth-8)) - 16) / (235 - 16)
		}
		if d == siti.Legacy {
			return 255 * n
		}
		n = math.Min(math.Max(n, 0), 1)
		var nits float64
		switch p.Colour.Transfer {
		case "smpte2084":
			return 255 * n
		case "arib-std-b67":
			if n <= 0.5 {
				n = n * n / 3
			} else {
				n = (math.Exp((n-0.55991073)/0.17883277) + 0.28466892) / 12
			}
			nits = (1000-0.01)*math.Pow(n, 1.2) + 0.01
		default:
			nits = (300-0.1)*math.Pow(n, 2.4) + 0.1
		}
		e := math.Pow(nits/10000, 0.1593017578125)
		return 255 * math.Pow((0.8359375+18.8515625*e)/(1+18.6875*e), 78.84375)
	}
	deviation := func(values []float64) float64 {
		mean, sum := 0.0, 0.0
		for _, v := range values {
			mean += v / float64(len(values))
		}
		for _, v := range values {
			sum += (v - mean) * (v - mean) / float64(len(values))
		}
		return math.Sqrt(sum)
	}
	var detail, change []float64
	for y := 1; y+1 < p.Height; y++ {
		for x := 1; x+1 < p.Width; x++ {
			var gx, gy float64
			for i, w := range []float64{1, 2, 1} {
				gx += w * (number(p, x+1, y+i-1) - number(p, x-1, y+i-1))
				gy += w * (number(p, x+i-1, y+1) - number(p, x+i-1, y-1))
			}
			detail = append(detail, math.Hypot(gx, gy))
		}
	}
	if v.HasSI = len(detail) > 0; v.HasSI {
		v.SI = deviation(detail)
	}
	if v.HasTI = p.Before != nil; v.HasTI {
		for i := range p.Width * p.Height {
			change = append(change, number(p, i%p.Width, i/p.Width)-number(p.Before, i%p.Width, i/p.Width))
		}
		v.TI = deviation(change)
	}
	return v
}

// near reports whether two values differ only by rounding: a shifted sum keeps some ten digits.
func near(a, b siti.Values) bool {
	return a.HasSI == b.HasSI && a.HasTI == b.HasTI && math.Abs(a.SI-b.SI) <= 1e-8*(1+b.SI) && math.Abs(a.TI-b.TI) <= 1e-8*(1+b.TI)
}

// pairs calls each with pictures of every layout, size, fill and scale.
func pairs(each func(name string, p *yuv.Picture)) {
	for i, f := range yuvtest.Layouts {
		for j, size := range append(yuvtest.Sizes[:8:8], [2]int{3, 3}, [2]int{3, 2}, [2]int{6, 4}, [2]int{40, 11}) {
			fills := yuvtest.Fills(seed)
			k := i + j
			p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(fills[k%6]))
			p.Colour = colours[k%len(colours)]
			if k%7 > 0 {
				p.Before = yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed + 1)[k/6%6]))
				p.Before.Colour = p.Colour
			}
			each(fmt.Sprintf("%s %v %s %+v", f.Name, size, fills[k%6].Name, p.Colour), p)
		}
	}
}

// TestReference compares with the definition.
func TestReference(t *testing.T) {
	pairs(func(name string, p *yuv.Picture) {
		for d := range siti.DomainCount {
			if got, want := siti.Reference(p, d), direct(p, d); !near(got, want) {
				t.Errorf("%s: %v is %+v, want %+v", name, d, got, want)
			}
		}
	})
}

// TestMeter: all variants give the reference's bits.
func TestMeter(t *testing.T) {
	var meters []*siti.Meter
	for _, variant := range siti.Variants {
		meters = append(meters, variant.New())
	}
	pairs(func(name string, p *yuv.Picture) {
		for d := range siti.DomainCount {
			want := siti.Reference(p, d)
			for i, meter := range meters {
				if got := meter.Of(p, d); got != want {
					t.Errorf("%s: %s: %v is %+v, want %+v", siti.Variants[i].Name, name, d, got, want)
				}
			}
		}
	})
}

// TestFlat: pictures without detail or change have exactly 0; there is no NaN.
func TestFlat(t *testing.T) {
	ramp := yuvtest.Fill{Name: "ramp", At: func(_, x, y, _ int) int { return 3*x + y }}
	for _, fill := range []yuvtest.Fill{yuvtest.Fills(seed)[0], yuvtest.Fills(seed)[1], ramp} {
		p := yuvtest.Tight(yuvtest.Formats[1], 65, 50, fill)
		p.Before = p
		for _, variant := range siti.Variants {
			if got := variant.New().Of(p, siti.Legacy); got != (siti.Values{HasSI: true, HasTI: true}) {
				t.Errorf("%s, %s: %+v", variant.Name, fill.Name, got)
			}
		}
	}
}

// TestOthers: a previous picture of another size, format or scale is ignored.
func TestOthers(t *testing.T) {
	meter := siti.NewMeter()
	p := yuvtest.Tight(yuvtest.Formats[1], 17, 17, yuvtest.Fills(seed)[4])
	for name, before := range map[string]*yuv.Picture{
		"none": nil, "size": yuvtest.Tight(yuvtest.Formats[1], 17, 16, yuvtest.Fills(seed)[4]),
		"format": yuvtest.Tight(yuvtest.Formats[2], 17, 17, yuvtest.Fills(seed)[4]),
		"range":  func() *yuv.Picture { q := *p; q.Colour.Range = yuv.Full; return &q }(),
		"curve":  func() *yuv.Picture { q := *p; q.Colour.Transfer = "smpte2084"; return &q }(),
	} {
		p.Before = before
		if got := meter.Of(p, siti.PQ); got.HasTI || !got.HasSI || got != siti.Reference(p, siti.PQ) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestDomains: each domain is parsed by its name, and nothing else is.
func TestDomains(t *testing.T) {
	for d := range siti.DomainCount {
		if got, err := siti.ParseDomain(d.String()); got != d || err != nil {
			t.Errorf("%v: %v, %v", d, got, err)
		}
	}
	if _, err := siti.ParseDomain("pu21"); err == nil {
		t.Error("pu21 is a domain")
	}
}

// TestSteadyState: after the first picture, measuring one allocates nothing.
func TestSteadyState(t *testing.T) {
	meter := siti.NewMeter()
	p := yuvtest.Tight(yuvtest.Formats[7], 65, 63, yuvtest.Fills(seed)[4])
	p.Before = yuvtest.Tight(yuvtest.Formats[7], 65, 63, yuvtest.Fills(seed)[5])
	meter.Of(p, siti.PQ)
	if n := testing.AllocsPerRun(3, func() { meter.Of(p, siti.PQ) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzMeter(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyz"), uint8(4), uint8(1))
	f.Fuzz(func(t *testing.T, samples []byte, width, kind uint8) {
		w := int(width)%40 + 1
		h := len(samples) / w / 2
		if h < 1 || h > 1000 {
			return
		}
		d := siti.Domain(kind % uint8(siti.DomainCount))
		p, rest := yuvtest.Raw(samples, yuvtest.Formats[0], w, h)
		q, _ := yuvtest.Raw(rest, yuvtest.Formats[0], w, h)
		if p == nil || q == nil {
			t.Fatalf("%d×%d of %d bytes", w, h, len(samples))
		}
		p.Colour = colours[int(kind/2)%len(colours)]
		q.Colour, p.Before = p.Colour, q
		want := siti.Reference(p, d)
		if math.IsNaN(want.SI) || math.IsNaN(want.TI) {
			t.Fatalf("%+v", want)
		}
		for _, variant := range siti.Variants {
			if got := variant.New().Of(p, d); got != want {
				t.Fatalf("%s: %+v, want %+v", variant.Name, got, want)
			}
		}
	})
}

func BenchmarkMeter(b *testing.B) {
	for _, variant := range siti.Variants {
		for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
			for d := range siti.DomainCount {
				p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[4])
				p.Before = yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[5])
				b.Run(fmt.Sprintf("engine=cpu/variant=%s/domain=%v/format=%s/size=1920x1080", variant.Name, d, f.Name), func(b *testing.B) {
					meter := variant.New()
					b.ReportAllocs()
					b.SetBytes(1920 * 1080)
					for b.Loop() {
						meter.Of(p, d)
					}
				})
			}
		}
	}
}
