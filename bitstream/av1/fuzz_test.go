package av1

import (
	"math/rand/v2"
	"testing"
)

// fuzzPixels is the size of frames in these tests, so that many are fast.
const fuzzPixels = 1 << 18

// parseAll parses packets that may be damaged.
func parseAll(t testing.TB, config []byte, packets ...[]byte) {
	p := Parser{MaxPixels: fuzzPixels}
	p.Configure(config)
	for _, packet := range packets {
		picture, _ := p.Read(packet)
		check(t, picture)
		picture.Release()
	}
	p.Restart()
}

// FuzzHeaders parses a description and a packet.
func FuzzHeaders(f *testing.F) {
	for i := range videos {
		packets := packetsOfClip(f, i)
		f.Add([]byte{0x81, 0, 0, 0}, packets[0])
		f.Add(packets[0][:min(len(packets[0]), 20)], packets[1%len(packets)])
	}
	f.Fuzz(func(t *testing.T, config, packet []byte) {
		if len(config) < 1<<12 && len(packet) < 1<<14 {
			parseAll(t, config, packet)
		}
	})
}

// FuzzTile parses the first packets of a clip, with changed bytes in one.
func FuzzTile(f *testing.F) {
	for i := range videos {
		f.Add(uint8(i), uint8(1), uint16(30), []byte{1, 2, 3})
	}
	f.Fuzz(func(t *testing.T, index, number uint8, at uint16, change []byte) {
		packets := append([][]byte(nil), packetsOfClip(t, int(index)%len(videos))...)
		packets = packets[:min(len(packets), 4)]
		n := int(number) % len(packets)
		damaged := append([]byte(nil), packets[n]...)
		for i, b := range change {
			if j := int(at) + i; j < len(damaged) {
				damaged[j] ^= b
			}
		}
		packets[n] = damaged
		parseAll(t, nil, packets...)
	})
}

// TestDamage: packets with flipped bits, and without a part, end in errors or in whole frames.
func TestDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	faults := 0
	for i := range videos {
		for range 6 {
			p := Parser{MaxPixels: fuzzPixels}
			for _, packet := range packetsOfClip(t, i) {
				damaged := append([]byte(nil), packet...)
				for range random.IntN(3) {
					at := random.IntN(len(damaged))
					if random.IntN(3) == 0 {
						at = random.IntN(min(len(damaged), 60)) // in the headers
					}
					damaged[at] ^= 1 << random.IntN(8)
				}
				if random.IntN(8) == 0 {
					damaged = damaged[:random.IntN(len(damaged))]
				}
				picture, err := p.Read(damaged)
				check(t, picture)
				if err != nil {
					faults++
				}
				picture.Release()
			}
		}
	}
	if faults == 0 {
		t.Error("no damage was found")
	}
}

// TestFlippedBit: every flipped bit in the data of a tile is found in its frame or in a frame after it.
func TestFlippedBit(t *testing.T) {
	packets := packetsOfClip(t, 0)
	random := rand.New(rand.NewPCG(7, 8))
	missed := 0
	const n = 200
	for range n {
		var p Parser
		at := len(packets[0]) / 2 * 8
		at += random.IntN(8*len(packets[0]) - at - 16)
		damaged := append([]byte(nil), packets[0]...)
		damaged[at/8] ^= 1 << (at % 8)
		if picture, err := p.Read(damaged); err == nil {
			missed++
			picture.Release()
		} else {
			picture.Release()
		}
	}
	if missed > n/10 {
		t.Errorf("%d of %d flipped bits were not found in their frame", missed, n)
	}
}
