package quadfile

import (
	"io"
	"strings"
	"testing"

	"ffkvadrat/analysis/partition"
)

// TestSummaryOfCoded: only a summary whose header says so has the fields of Coded.
func TestSummaryOfCoded(t *testing.T) {
	h, f := sample(), sampleFrames()[0]
	h.Coded = true
	known := func(v float64) partition.Number { return partition.Number{Value: v, Known: true} }
	f.Coded = Coded{Bytes: 1234, Totals: partition.Totals{QP: known(23.5), Intra: known(0.125), Depth: known(1.5)}, Density: known(-0.25)}
	unknown := f
	unknown.Coded = Coded{}
	empty := f
	empty.Quads, empty.Means, empty.Classes = nil, nil, nil
	quads := float64(len(f.Quads))
	if quads != 3 {
		t.Fatalf("the sample has %v quads; change the text below", quads)
	}
	for _, c := range []struct {
		frame  Frame
		format Format
		part   string
	}{
		{f, NDJSON, `"size_fields":["size","count"],"coded":true}`},
		{f, NDJSON, `,"bytes":1234,"bytes_per_quad":411.333333,"qp_mean":23.500000,"qp_density":-0.250000,"intra_part":0.125000,"depth_mean":1.500000,"sizes":[`},
		{unknown, NDJSON, `"coverage":0.000091,"area_entropy":0.001443,"sizes":[`},
		{empty, NDJSON, `,"bytes":1234,"qp_mean":23.500000,"qp_density":-0.250000,"intra_part":0.125000,"depth_mean":1.500000,"sizes":[`},
		{f, CSV, ",luma_p99,bytes,bytes_per_quad,qp_mean,qp_density,intra_part,skip_part,depth_mean\r\n"},
		{f, CSV, ",1234,411.333333,23.500000,-0.250000,0.125000,,1.500000\r\n"},
		{unknown, CSV, ",,,,,,,\r\n"},
		{empty, CSV, ",1234,,23.500000,-0.250000,0.125000,,1.500000\r\n"},
	} {
		if text := summary(t, c.format, h, c.frame); !strings.Contains(text, c.part) {
			t.Errorf("%v: got\n%s\nwithout %s", c.format, text, c.part)
		}
		if text := summary(t, c.format, sample(), c.frame); strings.Contains(text, "bytes_per_quad") {
			t.Errorf("%v without asking: %s", c.format, text)
		}
		if _, err := NewWriter(io.Discard, c.format, h); err == nil {
			t.Errorf("%v: quads with what is known about the codec", c.format)
		}
		for _, format := range []Format{JSON, NDJSON} {
			if err := compileAs(t, summaryURL).validate(summary(t, format, h, c.frame), format); err != nil {
				t.Error(err)
			}
		}
	}
}
