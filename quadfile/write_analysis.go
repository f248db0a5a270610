package quadfile

import (
	"fmt"
	"strconv"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/yuv/channel"
)

// AppendJSON appends the header's object about the analysis.
func (a *Analysis) AppendJSON(b []byte) []byte {
	start := len(b)
	for i := range analysis.Parameters() {
		r := &analysis.Parameters()[i]
		if r.Written(&a.Params) {
			b = appendParameter(appendName(b, r.Name), r, &a.Params)
		}
		switch {
		case r.Name == "threshold" && a.EachFrame:
			b = append(appendName(b, "each_frame"), '1')
		case r.Name == "features" && a.Matrix != "":
			b = appendString(appendName(b, "matrix"), a.Matrix)
			b = appendString(appendName(b, "range"), a.Range)
		}
	}
	if a.Cube != 0 {
		b = strconv.AppendInt(appendName(b, "cube"), int64(a.Cube), 10)
	}
	if a.Cuts {
		b = append(appendName(b, "cuts"), '1')
	}
	if a.Every != 0 {
		b = strconv.AppendInt(appendName(b, "every"), a.Every, 10)
	}
	b[start] = '{' // in place of the first comma
	return append(b, '}')
}

// appendName appends a comma and the name of a field.
func appendName(b []byte, name string) []byte {
	return append(append(append(b, ',', '"'), name...), '"', ':')
}

func appendParameter(b []byte, r *analysis.Parameter, p *analysis.Params) []byte {
	switch v := r.Field(p).(type) {
	case *float64:
		return decimal.Append(b, *v)
	case *int:
		return strconv.AppendInt(b, int64(*v), 10)
	case *bool:
		return appendBool(b, *v)
	case *edge.Bounds:
		return appendBounds(b, v)
	case *channel.Box:
		return appendColours(b, *v)
	case *match.Template:
		return fmt.Appendf(b, `{"width":%d,"height":%d,"depth":%d,"range":"%s","samples":"%s"}`, v.Width, v.Height, v.Depth, v.Range(), v.Encoded())
	}
	return appendString(b, r.Header(p))
}

func appendBounds(b []byte, bounds *edge.Bounds) []byte {
	b = append(b, '[')
	for i, bound := range bounds.All() {
		if i > 0 {
			b = append(b, ',')
		}
		b = decimal.Append(b, bound)
	}
	return append(b, ']')
}

// appendColours appends one colour, or both corners of a range.
func appendColours(b []byte, colours channel.Box) []byte {
	b = appendVector(append(b, '['), colours.Low)
	if colours.High != colours.Low {
		b = appendVector(append(b, ','), colours.High)
	}
	return append(b, ']')
}

func appendVector(b []byte, v channel.Vector) []byte {
	b = append(b, '[')
	for i, value := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(value), 10)
	}
	return append(b, ']')
}
