package nal_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"ffkvadrat/bitstream/nal"
)

// escape inserts emulation prevention bytes as clause 7.4.2 asks: no three bytes up to 3 after two zeros.
func escape(payload []byte) (unit []byte) {
	zeros := 0
	for _, b := range payload {
		if zeros == 2 && b <= 3 {
			unit, zeros = append(unit, 3), 0
		}
		if unit = append(unit, b); b == 0 {
			zeros++
		} else {
			zeros = 0
		}
	}
	if zeros > 0 {
		unit = append(unit, 3) // as for cabac_zero_words
	}
	return unit
}

// payloads returns random payloads with many zeros, which end with another byte.
func payloads(random *rand.Rand) (all [][]byte) {
	for range 1 + random.IntN(6) {
		p := make([]byte, 1+random.IntN(40))
		for i := range p {
			p[i] = byte(random.IntN(5))
		}
		p[0], p[len(p)-1] = 0x40, 0x80
		all = append(all, p)
	}
	return all
}

// TestUnits: payloads that were escaped and packed in both ways come back.
func TestUnits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		all := payloads(random)
		var stream, packet []byte
		for _, p := range all {
			unit := escape(p)
			stream = append(append(append(stream, make([]byte, random.IntN(3))...), 0, 0, 1), unit...)
			packet = append(append(packet, byte(len(unit)>>8), byte(len(unit))), unit...)
		}
		stream = append(stream, make([]byte, random.IntN(3))...)
		units, err := nal.SplitLengths(nil, packet, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, units := range [][][]byte{units, nal.Split(nil, stream)} {
			if len(units) != len(all) {
				t.Fatalf("%d units, want %d: % x", len(units), len(all), stream)
			}
			for i, unit := range units {
				if got := nal.Unescape(nil, unit); !bytes.Equal(got, all[i]) {
					t.Fatalf("unit %d: % x, want % x", i, got, all[i])
				}
			}
		}
		if _, err := nal.SplitLengths(nil, packet[:len(packet)-1], 2); !errors.Is(err, nal.ErrMalformed) {
			t.Fatalf("a packet without its last byte: %v", err)
		}
	}
	if units := nal.Split(nil, []byte("no start code")); units != nil {
		t.Errorf("%q", units)
	}
}

// A writer writes bits one by one.
type writer struct {
	data []byte
	n    int
}

func (w *writer) u(value uint64, n int) {
	for n--; n >= 0; n-- {
		if w.n%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.n/8] |= byte(value>>n&1) << (7 - w.n%8)
		w.n++
	}
}

// ue writes codeNum as the table of clause 9.2 lists it: as many zeros as value + 1 has bits after the first.
func (w *writer) ue(value uint64) {
	n := 0
	for (value+1)>>n > 1 {
		n++
	}
	w.u(0, n)
	w.u(value+1, n+1)
}

// TestReader: numbers come back as they were written, are traced, and the end is found.
func TestReader(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var w writer
		var want, traced []int64
		var kinds []int
		for range random.IntN(20) {
			kind := random.IntN(34) // a code, or a number of bits
			value := random.Uint64() >> (32 + random.IntN(31))
			switch kind {
			case 0:
				w.ue(value)
				want = append(want, int64(value))
			case 33: // clause 9.2.2: 0, 1, −1, 2, −2 …
				value >>= 1
				w.ue(value)
				signed := int64(value+1) / 2
				if value%2 == 0 {
					signed = -signed
				}
				want = append(want, signed)
			default:
				value &= 1<<kind - 1
				w.u(value, kind)
				want = append(want, int64(value))
			}
			kinds = append(kinds, kind)
		}
		bits := w.n
		w.u(1, 1)
		r := nal.Reader{Trace: func(_ string, v int64) { traced = append(traced, v) }}
		r.Reset(append(w.data, 0, 0))
		for i, kind := range kinds {
			if !r.More() {
				t.Fatalf("no more data at bit %d of %d", r.At(), bits)
			}
			var got int64
			switch kind {
			case 0:
				got = int64(r.UE("ue"))
			case 33:
				got = int64(r.SE("se"))
			default:
				got = int64(r.U("u", kind))
			}
			if got != want[i] || traced[i] != got {
				t.Fatalf("kind %d: %d, traced %d, want %d", kind, got, traced[i], want[i])
			}
		}
		if r.More() || r.At() != bits || r.Err() != nil {
			t.Fatalf("at bit %d of %d, more %t, %v", r.At(), bits, r.More(), r.Err())
		}
	}
}

// TestReaderErrors: the first error is kept, and elements after it are 0.
func TestReaderErrors(t *testing.T) {
	for name, read := range map[string]func(r *nal.Reader){
		"end":       func(r *nal.Reader) { r.U("a", 32); r.U("b", 32) },
		"long code": func(r *nal.Reader) { r.U("a", 8); r.UE("b") },
		"large":     func(r *nal.Reader) { r.UEMax("a", 1); r.UEMax("b", 0) },
		"range":     func(r *nal.Reader) { r.SEIn("a", 5, 6); r.UEMax("b", 0) },
		"skip":      func(r *nal.Reader) { r.Skip("a", 49) },
	} {
		var r nal.Reader
		r.Reset([]byte{0x80, 0, 0, 0, 0, 0x40})
		read(&r)
		if !errors.Is(r.Err(), nal.ErrMalformed) || r.U("after", 8) != 0 && name == "end" {
			t.Errorf("%s: %v", name, r.Err())
		}
	}
}
