package trace

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"ffkvadrat/analysis/partition"
)

// traceText returns a trace of pictures of 1920×1080 in blocks of 8×8 with four types, in VTM's
// format or in YUView's.
func traceText(pictures int, vtm bool) []byte {
	var b bytes.Buffer
	if vtm {
		b.WriteString("# Sequence size: [1920x 1080]\n# Block Statistic Type: MVL0; Vector; Scale: 4\n")
	} else {
		b.WriteString("%;seq-specs;clip;0;1920;1080;25\n%;type;0;PredMode;range\n%;type;1;Depth;range\n%;type;2;QP;range\n%;type;3;MVL0;vector\n")
	}
	for poc := range pictures {
		for y := 0; y < 1080; y += 8 {
			for x := 0; x < 1920; x += 8 {
				for kind, value := range []string{"PredMode=1", "Depth=4", "QP=32", "MVL0={ -24,  -2}"} {
					if vtm {
						fmt.Fprintf(&b, "BlockStat: POC %d @(%4d,%4d) [ 8x 8] %s\n", poc, x, y, value)
					} else {
						fmt.Fprintf(&b, "%d;%d;%d;8;8;%d;%s\n", poc, x, y, kind, []string{"1", "4", "32", "-24;-2"}[kind])
					}
				}
			}
		}
	}
	return b.Bytes()
}

func BenchmarkTrace(b *testing.B) {
	for _, form := range []string{"vtm", "yuview"} {
		text := traceText(2, form == "vtm")
		b.Run("step=index/form="+form, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := New(context.Background(), bytes.NewReader(text), int64(len(text)), Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("step=picture/form="+form, func(b *testing.B) {
			f, err := New(context.Background(), bytes.NewReader(text), int64(len(text)), Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text) / 2))
			b.ReportAllocs()
			var p partition.Picture
			for b.Loop() {
				if _, err := f.Picture(1, &p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(p.Blocks)), "blocks")
		})
	}
}
