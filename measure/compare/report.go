package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/measure/edges"
	"ffkvadrat/yuv/distortion"
)

// Order is the measure by which frames are the worst.
type Order uint8

const (
	BySSIM     Order = iota // the lowest SSIM of all planes; PSNR for pictures without SSIM
	ByPSNR                  // the lowest PSNR of all planes
	ByIoU                   // the lowest IoU of edges
	ByLost                  // the most pixels at lost edges
	ByInvented              // the most pixels at invented edges
	OrderCount              // the number of orders
)

// orders has a row for each order: its name, and a number that is lower for worse frames.
var orders = [OrderCount]struct {
	name  string
	value func(*edges.Measures) float64
}{
	BySSIM: {"ssim", func(m *edges.Measures) float64 {
		if mean, ok := m.SSIM(); ok {
			return mean
		}
		return m.PSNR()
	}},
	ByPSNR:     {"psnr", func(m *edges.Measures) float64 { return m.PSNR() }},
	ByIoU:      {"iou", func(m *edges.Measures) float64 { return m.IoU() }},
	ByLost:     {"lost", func(m *edges.Measures) float64 { return -float64(m.Lost.Pixels) }},
	ByInvented: {"invented", func(m *edges.Measures) float64 { return -float64(m.Invented.Pixels) }},
}

func (o Order) String() string { return orders[o].name }

// OrderNames returns the names of all orders, with commas between them.
func OrderNames() string {
	var names []string
	for o := range OrderCount {
		names = append(names, o.String())
	}
	return strings.Join(names, ",")
}

// ParseOrder returns the order with a name, as String writes it.
func ParseOrder(name string) (Order, error) {
	for o := range OrderCount {
		if o.String() == name {
			return o, nil
		}
	}
	return 0, fmt.Errorf("compare: no order is called %q", name)
}

// Report is the result.
type Report struct {
	Frames  int64 // of the reference, that were compared
	Faults  decode.Faults
	Names   []string // of the planes
	Encodes []Encode
}

// Encode is the result of an encode.
type Encode struct {
	Name    string
	Faults  decode.Faults
	Turn    decode.Orientation    // rotation of its pictures to the reference's coded pixels
	Scaled  string                // by [Options.FitSizes]: its size and the reference's; else empty
	Frames  int64                 // matched frames
	Missing int64                 // unmatched frames of the reference
	First   Place                 // the first unmatched frame
	Left    int64                 // unmatched frames of the encode
	Means   Means                 // over the matched frames
	Shifted bool                  // frames matched by times seem not to belong together
	Path    Path                  // if frames are not matched by times
	Worst   []Frame               // the worst frame first; of equal ones the earlier
	Areas   [AreaKindCount][]Area // the worst area first; of equal ones the earlier
}

// Place is the position of a frame in its video.
type Place struct {
	Index   int64 // −1 if unknown
	PTS     int64 // if HasPTS
	HasPTS  bool
	Time    float64 // seconds of the stream's clock
	Seconds float64 // since the video's first frame
}

// Frame is one of the worst frames.
type Frame struct {
	Place    Place // in the reference
	Value    float64
	PSNR     float64
	SSIM     float64
	HasSSIM  bool
	IoU      float64
	Lost     Counts
	Invented Counts
}

// Counts are [edges.Edges] without their list.
type Counts struct{ Quads, Pixels int }

func countsOf(e *edges.Edges) Counts { return Counts{len(e.Quads), e.Pixels} }

// Means are means over frames, as FFmpeg's filters print them at their end.
type Means struct {
	PSNR, SSIM, IoU float64
	Planes          [3]struct{ PSNR, SSIM float64 } // over the frames that have the plane
	HasSSIM         bool                            // each frame has SSIM
	Lost, Invented  float64                         // pixels at lost and at invented edges, per frame
	VMAF            float64                         // if requested
}

// tally accumulates an encode's result.
type tally struct {
	errors         [3]float64 // sums of the frames' mean squared errors
	all            float64    // sum of those over all planes
	similar        [3]float64
	similarAll     float64
	without        int64 // frames without SSIM
	iou            float64
	lost, invented int64
	most           int // the largest value of a sample
	frames         int64
	have           [3]int64 // frames that have the plane
}

// add counts a frame.
func (t *tally) add(m *edges.Measures) {
	t.frames++
	samples, sum := 0, uint64(0)
	for i, d := range m.Of[:m.Count] {
		t.most = d.Most
		t.have[i]++
		t.errors[i] += float64(d.SSE) / float64(d.Pixels)
		t.similar[i] += d.SSIM
		samples, sum = samples+d.Pixels, sum+d.SSE
	}
	t.all += float64(sum) / float64(samples)
	if mean, ok := m.SSIM(); ok {
		t.similarAll += mean
	} else {
		t.without++
	}
	t.iou += m.IoU()
	t.lost += int64(m.Lost.Pixels)
	t.invented += int64(m.Invented.Pixels)
}

// means returns the result.
func (t *tally) means() (m Means) {
	if t.frames == 0 {
		return m
	}
	for i, have := range t.have {
		if n := float64(have); have > 0 {
			m.Planes[i].PSNR = distortion.Ratio(t.most, t.errors[i]/n)
			m.Planes[i].SSIM = t.similar[i] / n
		}
	}
	n := float64(t.frames)
	m.PSNR, m.SSIM, m.HasSSIM = distortion.Ratio(t.most, t.all/n), t.similarAll/n, t.without == 0
	m.IoU, m.Lost, m.Invented = t.iou/n, float64(t.lost)/n, float64(t.invented)/n
	return m
}

// worse keeps a frame if it is among the worst. Equal pictures never are.
func (e *Encode) worse(place Place, m *edges.Measures, o Order, most int) {
	value := orders[o].value(m)
	if math.IsInf(m.PSNR(), 1) || most == 0 || len(e.Worst) == most && value >= e.Worst[most-1].Value {
		return
	}
	f := Frame{Place: place, Value: value, PSNR: m.PSNR(), IoU: m.IoU(), Lost: countsOf(&m.Lost), Invented: countsOf(&m.Invented)}
	f.SSIM, f.HasSSIM = m.SSIM()
	at, _ := slices.BinarySearchFunc(e.Worst, value, func(f Frame, v float64) int {
		if f.Value == v {
			return -1 // after those that are as bad
		}
		return cmp.Compare(f.Value, v)
	})
	if len(e.Worst) == most {
		e.Worst = e.Worst[:most-1]
	}
	e.Worst = slices.Insert(e.Worst, at, f)
}
