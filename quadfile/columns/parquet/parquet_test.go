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
				if got, err := e.DecodeInt32(nil, appendDeltas(nil, narrow)); err != nil || !slices.Equal(got, narrow) {
					t.Errorf("%d numbers, steps of %d, jumps of %d: other ones, %v", n, step, jump, err)
				}
				if got, err := e.DecodeInt64(nil, appendDeltas(nil, list)); err != nil || !slices.Equal(got, list) {
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
	b := appendDeltas(nil, list)
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

// TestAmong: the library decodes places in a known dictionary; another value is an error.
func TestAmong(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, of := range [][]int32{{0}, {7, -7}, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384}, {math.MinInt32, math.MaxInt32, 0, 1, -1}} {
		a := newAmong(of)
		var list, want []int32
		for range 1000 {
			i := rnd.IntN(len(of))
			list, want = append(list, of[i]), append(want, int32(i))
		}
		b, err := a.append(nil, list)
		if err != nil || b[0] != amongWidth {
			t.Fatal(err)
		}
		if got, err := (&rle.Encoding{BitWidth: amongWidth}).DecodeInt32(nil, b[1:]); err != nil || !slices.Equal(got[:len(want)], want) {
			t.Errorf("%v: other places, %v", of, err)
		}
		list[500] = 12345
		if _, err := a.append(nil, list); err == nil {
			t.Errorf("%v: 12345 is no error", of)
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
