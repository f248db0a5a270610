package decode

import (
	"testing"

	"ffkvadrat/tests/clips"
)

// TestSize: the bits of a frame's blocks are those of its bytes but for headers, if all are known, whether its packet codes it,
// codes others too, or only shows it. Frames that are not shown have the rest of the packets.
func TestSize(t *testing.T) {
	source := []string{"-f", "lavfi", "-i", "testsrc2=duration=1.44:rate=25:size=208x120,noise=alls=9:allf=t"}
	for _, c := range []struct {
		name, path string
		bits       bool
		kinds      []Sized
	}{
		{"H.264", clips.Make(t, "size.mp4", append(source, "-c:v", "libx264", "-preset", "fast")...), false, []Sized{OfPacket}},
		{"HEVC", x265(t, "size.mkv", "208x120", "keyint=12"), true, []Sized{OfPacket}},
		{"AV1", av1(t, "hidden.mp4", "208x120", "-c:v libaom-av1 -cpu-used 8 -crf 40 -g 12 -lag-in-frames 16"), true, []Sized{OfPacket, InPacket, CodedBefore}},
		{"VP9", clips.Make(t, "size.webm", append(source, "-c:v", "libvpx-vp9", "-cpu-used", "8", "-b:v", "200k")...), false, []Sized{OfPacket}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := openParsed(t, c.path, 2)
			var of [CodedBefore + 1]int
			own, packets, frames := 0, 0, 0
			for f := next(t, v); f != nil; f = next(t, v) {
				size := f.Size()
				of[size.Of]++
				own, packets, frames = own+size.Bytes, packets+f.Packet, frames+1
				bits := 0
				for i := range f.Picture.Coded.Len() {
					b := f.Picture.Coded.At(i)
					if bits += b.Bits; b.HasBits != c.bits {
						t.Fatalf("frame %d: %+v", f.Index, b)
					}
				}
				if headers := 8*size.Bytes - bits; size.Bytes == 0 || c.bits && (headers < 0 || headers > 8*100 && f.Index > 0) {
					t.Errorf("frame %d: %+v, packet of %d bytes, %d bits in blocks", f.Index, size, f.Packet, bits)
				}
				if (size.Of == OfPacket) != (size.Bytes == f.Packet) {
					t.Errorf("frame %d: %+v, packet of %d bytes", f.Index, size, f.Packet)
				}
				f.Release()
			}
			for kind, n := range of {
				want := false
				for _, k := range c.kinds {
					want = want || k == Sized(kind)
				}
				if n > 0 != want {
					t.Errorf("%d frames of kind %d", n, kind)
				}
			}
			if rest := packets - own; frames != 36 || rest < 0 || rest > 0 && len(c.kinds) == 1 {
				t.Errorf("%d frames of %d bytes in packets of %d", frames, own, packets)
			}
		})
	}
}
