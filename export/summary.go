package export

import (
	"strconv"

	"ffkvadrat/quadpyramid"
)

// levels is the number of sizes that a quad can have.
const levels = 15

// countSizes counts quads by their level.
func countSizes(quads []quadpyramid.Quad) (n [levels]int64) {
	for _, q := range quads {
		n[q.Level()]++
	}
	return n
}

// appendSizes appends [size,count] for each size that occurs, without the
// closing bracket.
func appendSizes(b []byte, quads []quadpyramid.Quad) []byte {
	b = append(b, `,"sizes":[`...)
	first := true
	for level, n := range countSizes(quads) {
		if n == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, '[')
		b = strconv.AppendInt(b, 1<<level, 10)
		b = appendNext(b, n)
		b = append(b, ']')
	}
	return b
}

// csvSummaryEncoder writes one row for each frame, with a column for each size.
type csvSummaryEncoder struct{}

func (csvSummaryEncoder) begin(b *buffer, h *Header) {
	b.text = append(appendColumns(b.text, h), ",quad_count,coverage"...)
	for level := range levels {
		b.text = append(b.text, ",count_"...)
		b.text = strconv.AppendInt(b.text, 1<<level, 10)
	}
	b.text = append(b.text, "\r\n"...)
}

func (csvSummaryEncoder) writeFrame(b *buffer, h *Header, f *Frame, area int64) error {
	if err := b.room(maxFrameText); err != nil {
		return err
	}
	t := appendFacts(b.text, h, f)
	t = appendNext(t, int64(len(f.Quads)))
	t = append(t, ',')
	t = appendMillionths(t, coverageMillionths(area, f.Width, f.Height))
	for _, n := range countSizes(f.Quads) {
		t = appendNext(t, n)
	}
	b.text = append(t, "\r\n"...)
	return nil
}

func (csvSummaryEncoder) end(*buffer, *Header) error { return nil }
