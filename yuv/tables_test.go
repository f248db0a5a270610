package yuv

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"testing"
)

// TestIntegersOnAllProcessors: integers derived from floating point are the same with and without fused
// multiply-add.
func TestIntegersOnAllProcessors(t *testing.T) {
	var got bytes.Buffer
	for _, l := range []light{
		{SDR, bt2020, 0},
		{SDR, displayP3, 0},
		{PQ, bt2020, referenceWhite},
		{PQ, bt2020, defaultPeak},
		{PQ, displayP3, 4000},
		{PQ, bt709, pqPeak},
		{HLG, bt2020, defaultPeak},
	} {
		tables := newTables(l)
		parts := []any{tables.light[:], tables.Rows[:], tables.codes[:]}
		if tables.ootf != nil {
			parts = append(parts, tables.ootf.gain[:], tables.ootf.curve[:])
		}
		hash := sha256.New()
		for _, part := range parts {
			if err := binary.Write(hash, binary.LittleEndian, part); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&got, "%v %v %v: %.8x\n", l.transfer, l.gamut, l.peak, hash.Sum(nil))
	}
	hash := sha256.New()
	for _, matrix := range []Matrix{BT601, BT709, BT2020} {
		for _, r := range []Range{Limited, Full} {
			for depth := 8; depth <= 16; depth++ {
				for _, c := range []struct {
					peak  float64
					shift int
				}{{255, gainShift}, {1<<14 - 1, gainShift14}} {
					v := newConverter(Format{Model: YUV, Depth: depth}, Colour{Matrix: matrix, Range: r}, 1920, 1080, c.peak, c.shift)
					fmt.Fprintln(hash, v.Black, v.Mid, v.Gain, v.VtoR, v.UtoG, v.VtoG, v.UtoB)
				}
			}
		}
	}
	fmt.Fprintf(&got, "gains: %.8x\n", hash.Sum(nil))
	const want = `
SDR 1 0: 9240444b504f0866
SDR 2 0: cd2dc221ae3606b0
PQ 1 203: ab3c6482fb1c33c3
PQ 1 1000: ec38c0d834c7144b
PQ 2 4000: d35c18afde4fd6f6
PQ 0 10000: 50c15a0dac6af0d0
HLG 1 1000: 2e6fe08bd3594f33
gains: e237c8d774e6810f
`
	if got.String() != want[1:] {
		t.Errorf("got\n%swant%s", &got, want)
	}
}
