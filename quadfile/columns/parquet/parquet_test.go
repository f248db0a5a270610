package parquet

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"

	"ffkvadrat/quadfile/columns"
)

// walk returns n numbers, each at most step from the one before, with a jump now and then.
func walk(rnd *rand.Rand, n int, step, jump int64) (list []int64) {
	at := int64(0)
	for range n {
		if at += rnd.Int64N(2*step+1) - step; rnd.IntN(300) == 0 {
			at += rnd.Int64N(2*jump+1) - jump
		}
		list = append(list, at)
	}
	return list
}

// TestDeltas: the library decodes differences of all sizes, and lists of all lengths around a block.
func TestDeltas(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 127, 128, 129, 130, 255, 256, 257, 3000} {
		for _, jump := range []int64{0, 100, 1 << 10, 1 << 20, 1 << 28} {
			for _, step := range []int64{0, 3, 127, 128} {
				list := walk(rnd, n, step, jump)
				narrow := make([]int32, n)
				for i, v := range list {
					narrow[i] = int32(v)
				}
				if n > 1 && jump == 1<<28 {
					list[1], narrow[1] = math.MinInt64, math.MinInt32
					list[n-1], narrow[n-1] = math.MaxInt64, math.MaxInt32
				}
				var e delta.BinaryPackedEncoding
				if got, err := e.DecodeInt32(nil, appendDeltas(nil, narrow, nil)); err != nil || !slices.Equal(got, narrow) {
					t.Errorf("%d numbers, steps of %d, jumps of %d: other ones, %v", n, step, jump, err)
				}
				if got, err := e.DecodeInt64(nil, appendDeltas(nil, list, nil)); err != nil || !slices.Equal(got, list) {
					t.Errorf("%d numbers of 64 bits, steps of %d, jumps of %d: other ones, %v", n, step, jump, err)
				}
			}
		}
	}
}

// TestSameByte: a difference is the same byte in a block of small differences as in its low byte in a
// block of large ones.
func TestSameByte(t *testing.T) {
	list := make([]int32, 2*blockSize+1)
	for i := range list {
		list[i] = int32(i % 2)
	}
	list[blockSize+1] = -1000
	b := appendDeltas(nil, list, nil)
	if first, last := b[len(b)-2], b[len(b)-2*2]; first != 0x7f && first != last { // the last difference is of 16 bits
		t.Errorf("bytes % x", b[len(b)-8:])
	}
	if n := bytes.Count(b[:blockSize+8], []byte{128 + 1, 128 - 1}); n < blockSize/2-1 {
		t.Errorf("%d pairs of differences 1 and −1 of a byte each in % x", n, b[:40])
	}
}

// TestHybrid: the library decodes runs of all lengths and widths.
func TestHybrid(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for width := 1; width <= 20; width++ {
		for range 20 {
			var runs []run
			var want []int32
			for range rnd.IntN(12) {
				r := run{uint32(rnd.IntN(1 << width)), 1 + rnd.IntN(1<<rnd.IntN(7))}
				runs = append(runs, r)
				for range r.n {
					want = append(want, int32(r.value))
				}
			}
			got, err := (&rle.Encoding{BitWidth: width}).DecodeInt32(nil, new(hybrid).append(nil, runs, width))
			if err != nil || len(got) < len(want) || len(got) >= len(want)+8 || !slices.Equal(got[:len(want)], want) {
				t.Fatalf("width %d: %v is %v, %v", width, runs, got, err)
			}
		}
	}
}

// TestRepeated: numbers with spans are encoded as if each were there as often as its span says.
func TestRepeated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 1))
	for range 200 {
		var list, all []int64
		var spans []int
		for range 1 + rnd.IntN(9) {
			v, n := rnd.Int64()>>rnd.IntN(64), rnd.IntN(2)*rnd.IntN(1<<rnd.IntN(10))
			list, spans, all = append(list, v), append(spans, n), append(all, slices.Repeat([]int64{v}, n)...)
		}
		if got, want := appendDeltas(nil, list, spans), appendDeltas(nil, all, nil); !bytes.Equal(got, want) {
			t.Fatalf("%d times %d: % x, want % x", spans, list, got, want)
		}
	}
}

// TestPlaces: the library decodes places in a known dictionary, and the set has those that occur. A place
// that is too large is an error.
func TestPlaces(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for n := range 100 {
		list := make([]byte, n)
		most, want := 1+rnd.IntN(columns.MostAmong), uint16(0)
		for i := range list {
			list[i] = byte(rnd.IntN(most))
			want |= 1 << list[i]
		}
		b, used, err := appendPlaces(nil, list)
		if err != nil || b[0] != placeWidth || used != want {
			t.Fatalf("places %v: the set is %b, %v", list, used, err)
		}
		got, err := (&rle.Encoding{BitWidth: placeWidth}).DecodeInt32(nil, b[1:])
		if err != nil || len(got) < n {
			t.Fatalf("places %v: %v, %v", list, got, err)
		}
		for i, place := range list {
			if got[i] != int32(place) {
				t.Fatalf("places %v: %v", list, got)
			}
		}
		if n > 0 {
			list[rnd.IntN(n)] |= 16
			if _, _, err := appendPlaces(nil, list); err == nil {
				t.Errorf("places %v are no error", list)
			}
		}
	}
}

// TestPack: a decoder of zstd gives back what is packed, also as literals alone: random, few and
// equal bytes, of all lengths around those of blocks. Repetitions are found.
func TestPack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := newPacker()
	for _, n := range []int{0, 1, 100, 1023, 1024, 1025, 16383, 16384, 65535, 65536, 131072, 131073, 131075, 300000} {
		for _, values := range []int{1, 2, 5, 256} {
			src := make([]byte, n)
			for i := range src {
				src[i] = byte(rnd.IntN(1 + rnd.IntN(values)))
			}
			name := fmt.Sprintf("%d bytes of %d values", n, values)
			forms := [][]byte{p.append(nil, src)}
			if n >= leastLiterals {
				forms = append(forms, p.appendLiterals(nil, src))
			}
			for _, packed := range forms {
				if got, err := d.DecodeAll(packed, nil); err != nil || !bytes.Equal(got, src) {
					t.Errorf("%s: other bytes, %v", name, err)
				}
				if len(packed) > n+n>>14+16 {
					t.Errorf("%s: %d", name, len(packed))
				}
			}
			if values == 256 && p.repeats(src) {
				t.Errorf("%s repeat", name)
			}
			if n >= 1024 && n < 1<<17+9 && values == 256 && !p.repeats(append(slices.Clone(src[:n/3]), src[:n/3]...)) {
				t.Errorf("%s twice do not repeat", name)
			}
		}
	}
}
