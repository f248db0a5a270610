package av1

import (
	"os"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// panned are videos whose pictures move by whole samples, coded without loop filters, so that blocks without
// coefficients are copies of their references.
var panned = []clip{
	{"single", "cellauto=size=400x300:rule=30:full=1:scroll=0:rate=25,noise=alls=30,boxblur=2,crop=176:112:x='5+3*n':y='60-2*n'",
		"-c:v libaom-av1 -cpu-used 4 -crf 20 -lag-in-frames 0"},
	{"compound", "cellauto=size=400x300:rule=30:full=1:scroll=0:rate=25,noise=alls=30,boxblur=2,crop=176:112:x='60-2*n':y='20+n'",
		"-c:v libaom-av1 -cpu-used 2 -crf 35"},
	{"large", "cellauto=size=800x600:rule=30:full=1:scroll=0:rate=25,noise=alls=30,boxblur=2,crop=320:256:x='10+17*n':y='200-9*n'",
		"-c:v libaom-av1 -cpu-used 4 -crf 30"},
}

// TestVectors: the samples that motion vectors of whole samples point to in FFmpeg's decoded references are those of
// FFmpeg's decoded picture, in blocks without coefficients.
func TestVectors(t *testing.T) {
	for _, c := range panned {
		t.Run(c.name, func(t *testing.T) { compareVectors(t, c) })
	}
}

// compareVectors compares the blocks of a clip.
func compareVectors(t *testing.T, c clip) {
	options := append([]string{"-f", "lavfi", "-i", c.filter, "-frames:v", "12", "-pix_fmt", "yuv420p", "-enable-cdef", "0", "-enable-restoration", "0",
		"-aom-params", "loopfilter-control=0"}, strings.Fields(c.options)...)
	path := clips.Make(t, c.name+".ivf", append(options, "-f", "ivf")...)
	raw, err := os.ReadFile(clips.Make(t, c.name+".yuv", "-i", path, "-f", "rawvideo", "-pix_fmt", "yuv420p"))
	if err != nil {
		t.Fatal(err)
	}
	packets, err := readIVF(path)
	if err != nil {
		t.Fatal(err)
	}
	var p Parser
	shown := map[*Picture]int{} // of the pictures that are used as references, which number they are shown as
	type later struct {
		picture *Picture
		refs    [8]*Picture
	}
	var pictures []later
	for i, packet := range packets {
		before := p.slots
		picture, err := p.Read(packet)
		if err != nil || picture == nil {
			t.Fatalf("packet %d: %v", i, err)
		}
		shown[picture] = i
		l := later{picture: picture}
		if !picture.showsExisting(before) && !picture.Type.intra() && packetFrames(packet) == 1 {
			for ref, slot := range picture.RefIndex {
				l.refs[ref+1] = before[slot].retain()
			}
		}
		pictures = append(pictures, l)
	}
	blocks, pairs, far := 0, 0, 0
	for _, l := range pictures {
		f := l.picture
		width, height := f.UpscaledWidth, f.Height
		size := width * height * 3 / 2
		luma := raw[shown[f]*size:]
		for i := range f.Blocks {
			b := &f.Blocks[i]
			if !b.Inter || !b.Skip || b.InterIntra || b.Motion != SimpleMotion || b.Compound != CompoundAverage {
				continue
			}
			ok := true
			for list, ref := range b.Ref {
				if ref > 0 {
					_, known := shown[l.refs[ref]]
					ok = ok && known && b.MV[list].X&7 == 0 && b.MV[list].Y&7 == 0 && f.global[ref].kind == gmIdentity
				}
			}
			if !ok {
				continue
			}
			blocks++
			if b.Ref[1] > 0 {
				pairs++
			}
			if b.MV[0] != (Vector{}) {
				far++
			}
			for y := int(b.Y); y < min(int(b.Y)+b.Size.Height(), height); y++ {
				for x := int(b.X); x < min(int(b.X)+b.Size.Width(), width); x++ {
					sum, n := 0, 0
					for list, ref := range b.Ref {
						if ref <= 0 {
							continue
						}
						sx := min(max(x+int(b.MV[list].X>>3), 0), width-1)
						sy := min(max(y+int(b.MV[list].Y>>3), 0), height-1)
						sum += int(raw[shown[l.refs[ref]]*size+sy*width+sx])
						n++
					}
					if want := (sum + n/2) / n; int(luma[y*width+x]) != want {
						t.Fatalf("picture %d: block %d × %d at %d, %d with references %v, vectors %v: sample %d, %d is %d, predicted %d",
							shown[f], b.Size.Width(), b.Size.Height(), b.X, b.Y, b.Ref, b.MV, x, y, luma[y*width+x], want)
					}
				}
			}
		}
	}
	t.Logf("%d blocks, %d with two references, %d with a vector other than 0", blocks, pairs, far)
	if far < 20 {
		t.Errorf("only %d blocks move", far)
	}
}

// showsExisting reports whether a picture was there before.
func (p *Picture) showsExisting(slots [8]*Picture) bool {
	for _, slot := range slots {
		if slot == p {
			return true
		}
	}
	return false
}

// packetFrames returns the number of frames in a packet.
func packetFrames(packet []byte) (n int) {
	for len(packet) > 2 {
		kind, size, at := packet[0]>>3&15, 0, 1
		for shift := 0; ; shift += 7 {
			b := packet[at]
			at++
			size |= int(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
		if kind == obuFrame || kind == obuFrameHeader {
			n++
		}
		packet = packet[at+size:]
	}
	return n
}
