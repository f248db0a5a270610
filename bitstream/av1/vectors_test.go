package av1

import (
	"os"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// panned are videos whose pictures move by whole samples, and by parts of them, coded without loop filters, so that
// blocks without coefficients are their prediction.
var panned = []clip{
	{"single", "cellauto=size=400x300:rule=30:full=1:scroll=0:rate=25,noise=alls=30,boxblur=2,crop=176:112:x='5+3*n':y='60-2*n'",
		"-c:v libaom-av1 -cpu-used 4 -crf 20 -lag-in-frames 0"},
	{"compound", "cellauto=size=400x300:rule=30:full=1:scroll=0:rate=25,noise=alls=30,boxblur=2,crop=176:112:x='60-2*n':y='20+n'",
		"-c:v libaom-av1 -cpu-used 2 -crf 35"},
	{"large", "cellauto=size=800x600:rule=30:full=1:scroll=0:rate=25,noise=alls=30,boxblur=2,crop=320:256:x='10+17*n':y='200-9*n'",
		"-c:v libaom-av1 -cpu-used 4 -crf 30"},
	{"parts", "cellauto=size=1600x1200:rule=30:full=1:scroll=0:rate=25,boxblur=9,crop=704:448:x='9+11*n':y='300-7*n',scale=176x112:flags=area",
		"-c:v libaom-av1 -cpu-used 4 -crf 30 -lag-in-frames 0"},
}

// regular is the filter EIGHTTAP of Subpel_Filters (section 7.11.3.4), for each sixteenth of a sample.
var regular = [16][8]int{
	{0, 0, 0, 128, 0, 0, 0, 0}, {0, 2, -6, 126, 8, -2, 0, 0}, {0, 2, -10, 122, 18, -4, 0, 0}, {0, 2, -12, 116, 28, -8, 2, 0},
	{0, 2, -14, 110, 38, -10, 2, 0}, {0, 2, -14, 102, 48, -12, 2, 0}, {0, 2, -16, 94, 58, -12, 2, 0}, {0, 2, -14, 84, 66, -12, 2, 0},
	{0, 2, -14, 76, 76, -14, 2, 0}, {0, 2, -12, 66, 84, -14, 2, 0}, {0, 2, -12, 58, 94, -16, 2, 0}, {0, 2, -12, 48, 102, -14, 2, 0},
	{0, 2, -10, 38, 110, -14, 2, 0}, {0, 2, -8, 28, 116, -12, 2, 0}, {0, 0, -4, 18, 122, -10, 2, 0}, {0, 0, -2, 8, 126, -6, 2, 0},
}

// predicted returns the prediction of a luma sample from a reference (section 7.11.3.4).
func predicted(luma []byte, width, height, x, y int, v Vector) int {
	column, row := &regular[2*int(v.X&7)], &regular[2*int(v.Y&7)]
	sum := 0
	for i, vertical := range row {
		if vertical == 0 {
			continue
		}
		sy := min(max(y+int(v.Y>>3)+i-3, 0), height-1)
		line := 0
		for j, horizontal := range column {
			line += horizontal * int(luma[sy*width+min(max(x+int(v.X>>3)+j-3, 0), width-1)])
		}
		sum += vertical * ((line + 4) >> 3)
	}
	return min(max((sum+1<<10)>>11, 0), 255)
}

// TestVectors: the samples that motion vectors point to in FFmpeg's decoded references, filtered if the vectors have parts of
// samples, are those of FFmpeg's decoded picture, in blocks without coefficients.
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
	blocks, pairs, far, parts := 0, 0, 0, 0
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
					whole := b.MV[list].X&7 == 0 && b.MV[list].Y&7 == 0
					filtered := b.Filters == [2]uint8{} && b.Size.Width() > 4 && b.Size.Height() > 4 && b.Ref[1] <= 0
					ok = ok && known && (whole || filtered) && f.global[ref].kind == gmIdentity
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
			if b.MV[0].X&7 != 0 || b.MV[0].Y&7 != 0 {
				parts++
			}
			for y := int(b.Y); y < min(int(b.Y)+b.Size.Height(), height); y++ {
				for x := int(b.X); x < min(int(b.X)+b.Size.Width(), width); x++ {
					sum, n := 0, 0
					for list, ref := range b.Ref {
						if ref <= 0 {
							continue
						}
						sum += predicted(raw[shown[l.refs[ref]]*size:], width, height, x, y, b.MV[list])
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
	t.Logf("%d blocks, %d with two references, %d with a vector other than 0, %d by parts of samples", blocks, pairs, far, parts)
	if far < 20 || c.name == "parts" && parts < 20 {
		t.Errorf("only %d blocks move, %d by parts of samples", far, parts)
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
