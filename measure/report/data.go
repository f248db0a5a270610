package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/decode/visible"
)

// pageData is the JSON that the page's script reads.
type pageData struct {
	Steps       int                      `json:"steps"`
	Measures    map[string]measureOfPage `json:"measures"`
	Lists       map[string]listOfPage    `json:"lists"`
	Settings    [][2]string              `json:"settings"` // variant and parameters
	Videos      []videoData              `json:"videos"`
	Comparisons []videoData              `json:"comparisons"`
}

type measureOfPage struct {
	Place    int    `json:"i"` // position in the order of curves
	Title    string `json:"t"`
	Help     string `json:"h"`
	Digits   int    `json:"d"`
	FromZero bool   `json:"z"`
	Percent  bool   `json:"p"`
}

type listOfPage struct {
	Place  int    `json:"i"`
	Title  string `json:"t"`
	Of     string `json:"m,omitempty"` // the measure of its values
	Change bool   `json:"c,omitempty"`
}

func allMeasures() map[string]measureOfPage {
	all := map[string]measureOfPage{}
	for i, m := range measures {
		all[m.key] = measureOfPage{i, m.title, m.help, m.digits, m.fromZero, m.percent}
	}
	return all
}

func allLists() map[string]listOfPage {
	all := map[string]listOfPage{}
	for i, w := range worsts {
		l := listOfPage{Place: i, Title: w.title, Change: w.change}
		if w.of >= 0 {
			l.Of = measures[w.of].key
		}
		all[w.key] = l
	}
	return all
}

// number is a number with seven digits, more than a page shows. Infinity is null, which the page's
// script converts back to ∞.
type number float64

// MarshalJSON implements [json.Marshaler].
func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	switch {
	case math.IsInf(v, 1):
		return []byte("null"), nil
	case math.IsNaN(v) || math.IsInf(v, -1):
		return nil, fmt.Errorf("%v is not a value", v)
	}
	return strconv.AppendFloat(nil, v, 'g', 7, 64), nil
}

// seconds is a time, rounded to a thousandth.
type seconds float64

// MarshalJSON implements [json.Marshaler].
func (s seconds) MarshalJSON() ([]byte, error) {
	if v := float64(s); math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, fmt.Errorf("%v is not a time", v)
	}
	return strconv.AppendFloat(nil, math.Round(float64(s)*1000)/1000, 'f', -1, 64), nil
}

// videoData is the data of a video. Unknown fields are left out.
type videoData struct {
	File     string               `json:"f"`
	Kind     string               `json:"k"`
	Command  string               `json:"p,omitempty"`
	Web      string               `json:"w,omitempty"` // address in the playground
	Unsaid   string               `json:"u,omitempty"` // why there is no command
	Path     string               `json:"s,omitempty"`
	Encode   string               `json:"e,omitempty"`
	Codec    string               `json:"o,omitempty"`
	PixFmt   string               `json:"x,omitempty"`
	Rate     number               `json:"r,omitempty"`
	Settings int                  `json:"g"` // index in the page's list
	Start    seconds              `json:"t"`
	Span     seconds              `json:"l"`
	Records  int64                `json:"n"`
	First    int64                `json:"i"` // −1 if frames are not numbered in regular steps
	Step     int64                `json:"d"`
	Errors   int64                `json:"q,omitempty"`
	Hurt     *marksData           `json:"h,omitempty"` // damaged frames
	Gaps     *marksData           `json:"m,omitempty"` // unmatched ones
	Strays   *marksData           `json:"y,omitempty"` // those before which the encode has others
	Fault    string               `json:"a,omitempty"`
	Curves   map[string]curveData `json:"c,omitempty"`
	Lists    map[string][]badData `json:"b,omitempty"`
}

// curveData is a curve, whose range is left out if no frame has a number.
type curveData struct {
	Bins     string   `json:"b"`
	Width    int64    `json:"w"`
	Range    []number `json:"r,omitempty"` // minimum, maximum, mean
	Infinite int64    `json:"e,omitempty"`
}

// badData is [frame or −1, time, value, and the frame to play if it is another one].
type badData []any

func (f *Video) data() videoData {
	d := videoData{
		File: f.File, Kind: f.Kind.String(), Command: f.command(), Web: f.web, Unsaid: strings.Join(f.unsaid(), ", "), Path: visible.Text(f.Path), Encode: visible.Text(f.Encode), Codec: f.Codec, PixFmt: f.PixFmt,
		Rate:  number(f.Rate),
		Start: seconds(f.start), Span: seconds(f.span), Records: f.Records, First: f.first, Step: f.step, Errors: f.Errors, Hurt: f.hurt.data(), Gaps: f.gaps.data(), Strays: f.strays.data(),
		Curves: map[string]curveData{}, Lists: map[string][]badData{},
	}
	if f.Fault != nil {
		d.Fault = visible.Text(f.Fault.Error())
	}
	for m := range measureCount {
		c := &f.curves[m]
		if !f.has(m) {
			continue
		}
		to := curveData{Bins: c.packed, Width: max(1, c.width), Infinite: c.infinite}
		if c.known > 0 {
			to.Range = []number{number(c.min), number(c.max), number(c.mean(measures[m].decibels))}
		}
		d.Curves[measures[m].key] = to
	}
	for i, w := range f.worst {
		for _, b := range w.list {
			to := badData{b.index, seconds(b.time), number(b.value)}
			if b.play != b.index {
				to = append(to, b.play)
			}
			d.Lists[worsts[i].key] = append(d.Lists[worsts[i].key], to)
		}
	}
	return d
}
