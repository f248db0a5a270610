package hevc

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// check parses packets and checks what holds for every picture, however damaged: its blocks are inside,
// none is there twice, and one without a fault has all blocks.
func check(t testing.TB, s *Stream, packets [][]byte) {
	var d Parser
	var p Picture
	for _, packet := range packets {
		s.Read(packet, &p)
		err := d.Parse(&p)
		if (err != nil) != (p.Faults > 0) || err != p.Err {
			t.Fatalf("%d faults, errors %v and %v", p.Faults, err, p.Err)
		}
		if len(p.Segments) == 0 {
			continue
		}
		if len(p.CUs) > p.SPS.Width*p.SPS.Height/64 || len(p.PUs) > 4*len(p.CUs)+4 || len(p.TUs) > p.SPS.Width*p.SPS.Height/16 {
			t.Fatalf("%d × %d samples with %d, %d and %d blocks", p.SPS.Width, p.SPS.Height, len(p.CUs), len(p.PUs), len(p.TUs))
		}
		for _, cu := range p.CUs {
			if size := 1 << cu.Log2; int(cu.X)+size > p.SPS.Width || int(cu.Y)+size > p.SPS.Height {
				t.Fatalf("a coding unit of %d at %d, %d in %d × %d", size, cu.X, cu.Y, p.SPS.Width, p.SPS.Height)
			}
		}
		if p.Faults == 0 {
			checkTree(t, &p)
		}
	}
}

// small reports whether a stream's pictures are so small that fuzzing many is fast.
func small(data []byte) bool { return len(data) < 1<<16 }

// FuzzSlice parses byte streams.
func FuzzSlice(f *testing.F) {
	for _, stream := range streams(f) {
		if first := slices.Concat(Split(stream)[:2]...); small(first) {
			f.Add(first)
		}
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		if small(stream) {
			check(t, new(Stream), Split(stream))
		}
	})
}

// record makes a configuration record with lengths of four bytes from NAL units.
func record(units [][]byte) []byte {
	r := append([]byte{1}, make([]byte, 22)...)
	r[21], r[22] = 0xff, 1
	r = append(r, 0, byte(len(units)>>8), byte(len(units)))
	for _, u := range units {
		r = append(append(r, byte(len(u)>>8), byte(len(u))), u...)
	}
	return r
}

// FuzzHeaders parses a configuration record, and a packet of units with their lengths before them.
func FuzzHeaders(f *testing.F) {
	for _, stream := range streams(f) {
		config, packets := packaged(stream)
		if small(packets[0]) {
			f.Add(config, packets[0])
		}
	}
	f.Fuzz(func(t *testing.T, config, packet []byte) {
		if small(config) && small(packet) {
			var s Stream
			s.Configure(config)
			check(t, &s, [][]byte{packet})
		}
	})
}

// TestDamage: streams with flipped bits, without a part and with repeated parts end in an error or in
// whole pictures, never in a panic.
func TestDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, stream := range streams(t) {
		for range 6 {
			damaged := append([]byte(nil), stream...)
			for range 1 + random.IntN(4) {
				at := random.IntN(len(damaged))
				if random.IntN(2) == 0 {
					at = random.IntN(min(len(damaged), 200)) // in the headers
				}
				damaged[at] ^= 1 << random.IntN(8)
			}
			switch a, b := random.IntN(len(damaged)), random.IntN(len(damaged)); {
			case a < b && b-a < 1000:
				damaged = append(damaged[:a], damaged[b:]...)
			case a > b && a-b < 1000:
				damaged = append(damaged[:a:a], damaged[b:]...)
			}
			check(t, new(Stream), Split(damaged))
		}
	}
}

// TestFirstOffset: data that start with an ivlOffset of 510 or 511 have no blocks. The bins after it would not
// be 0 or 1.
func TestFirstOffset(t *testing.T) {
	for _, second := range []byte{0, 0x80} {
		var s Stream
		var d Parser
		var p Picture
		if err := s.Read(Split(streams(t)[0])[0], &p); err != nil {
			t.Fatal(err)
		}
		copy(p.rbsp[p.Segments[0].begin:], []byte{0xff, second})
		if err := d.Parse(&p); !errors.Is(err, ErrMalformed) || len(p.CUs) > 0 {
			t.Errorf("ff %02x: %d coding units, %v", second, len(p.CUs), err)
		}
	}
}
